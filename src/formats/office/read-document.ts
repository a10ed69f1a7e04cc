import type { OfficeOutcome } from '../../ports/file-reading.ts';
import { WordToMarkdownConverter, type WordDocumentContext } from './document-blocks.ts';
import { ListMarkerGenerator, createParagraphStyleLookup } from './document-styles.ts';
import { relationshipsOfPart } from './relations.ts';
import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** The most characters that are read of a document. */
const mostText = 2_000_000;

/**
 * Reads a Word document with the name of its main part as Markdown: as it is with all tracked changes accepted, without
 * hidden text, comments, headers and footers. Pictures are named by their descriptions, and counted.
 */
export function readWordDocument(parts: ZipParts, main: string, alive: () => void): OfficeOutcome {
  const relations = relationshipsOfPart(parts, main);
  const ofType = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const shared = {
    styleOf: createParagraphStyleLookup(parts, ofType('styles')),
    lists: new ListMarkerGenerator(parts, ofType('numbering')),
    alive,
  };
  const body = blocksOf(parts, main, shared);
  const notes = new Map<string, string>();
  for (const type of ['footnotes', 'endnotes'])
    if (body.noteIds.some((id) => id.startsWith(type)))
      for (const [id, text] of blocksOf(parts, ofType(type), shared).notes) notes.set(`${type} ${id}`, text);
  const below = body.noteIds.map((id, at) => `[^${at + 1}]: ${notes.get(id) ?? ''}`.trim());
  const omissionNotes = [
    ...(body.isCut ? ['[The rest of the document was not read.]'] : []),
    ...(body.pictures > 0
      ? [`[${body.pictures === 1 ? '1 picture was' : `${body.pictures} pictures were`} left out.]`]
      : []),
    ...(body.comments > 0
      ? [`[${body.comments === 1 ? '1 comment was' : `${body.comments} comments were`} left out.]`]
      : []),
  ];
  const text = body.markdown();
  if (text === '' && body.pictures === 0) return { kind: 'empty' };
  return {
    kind: 'document',
    markdown: `${[text, below.join('\n'), ...omissionNotes].filter((part) => part !== '').join('\n\n')}\n`,
  };
}

function blocksOf(
  parts: ZipParts,
  name: string,
  shared: Pick<WordDocumentContext, 'styleOf' | 'lists' | 'alive'>,
): WordToMarkdownConverter {
  const links = new Map(
    relationshipsOfPart(parts, name).flatMap(({ id, target, isOutside }) => (isOutside ? [[id, target]] : [])),
  );
  const blocks = new WordToMarkdownConverter({ ...shared, links, mostText });
  readXml(parts.text(name), blocks, () => blocks.isCut);
  return blocks;
}
