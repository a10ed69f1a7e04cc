import type { OfficeOutcome } from '../../ports/file-reading.ts';
import { revisionNotes } from './document-changes.ts';
import { WordToMarkdownConverter, type WordDocumentContext } from './document-blocks.ts';
import { ListMarkerGenerator, createParagraphStyleLookup } from './document-styles.ts';
import { type PartRelationship, relationshipsOfPart } from './relations.ts';
import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** The most characters that are read of a document. */
const mostText = 2_000_000;

/**
 * Reads a Word document with the name of its main part as Markdown: as it is with all tracked changes accepted, which
 * are listed below it as its comments are, without hidden text and footers. Pictures are named by their descriptions,
 * and counted.
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
  const { changes, commentIds } = body.revisions;
  for (const type of ['footnotes', 'endnotes']) {
    if (!body.noteIds.some((id) => id.startsWith(type))) continue;
    const blocks = blocksOf(parts, ofType(type), shared);
    for (const [id, text] of blocks.notes) notes.set(`${type} ${id}`, text);
    changes.push(...blocks.revisions.changes);
  }
  const commentBlocks = commentIds.length > 0 ? blocksOf(parts, ofType('comments'), shared) : null;
  const comments = commentIds.flatMap((id) => {
    const text = commentBlocks?.notes.get(id) ?? '';
    const author = commentBlocks?.revisions.commentAuthors.get(id) ?? '';
    return text === '' ? [] : [{ author, about: body.revisions.about(id), text }];
  });
  const unreadComments = commentIds.length - comments.length;
  const revisions = revisionNotes(changes, comments);
  const below = body.noteIds.map((id, at) => `[^${at + 1}]: ${notes.get(id) ?? ''}`.trim());
  const omissionNotes = [
    ...(body.isCut ? ['[The rest of the document was not read.]'] : []),
    ...(body.pictures > 0
      ? [`[${body.pictures === 1 ? '1 picture was' : `${body.pictures} pictures were`} left out.]`]
      : []),
    ...(unreadComments > 0
      ? [`[${unreadComments === 1 ? '1 comment was' : `${unreadComments} comments were`} left out.]`]
      : []),
  ];
  const text = body.markdown();
  if (text === '' && body.pictures === 0 && changes.length === 0) return { kind: 'empty' };
  return {
    kind: 'document',
    markdown: `${[revisions.above, ...headersOf(parts, relations, shared), text, below.join('\n'), ...omissionNotes, ...revisions.below].filter((part) => part !== '').join('\n\n')}\n`,
  };
}

type SharedContext = Pick<WordDocumentContext, 'styleOf' | 'lists' | 'alive'>;

const longestHeader = 300;

/** Returns a line with each text at the head of the pages that has letters, such as `[Page header: DRAFT]`. */
function headersOf(parts: ZipParts, relations: readonly PartRelationship[], shared: SharedContext): string[] {
  const texts = relations
    .filter(({ type }) => type === 'header')
    .map(({ target }) =>
      blocksOf(parts, target, shared).markdown().replace(/\s+/g, ' ').trim().slice(0, longestHeader),
    );
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text)).map((text) => `[Page header: ${text}]`);
}

function blocksOf(parts: ZipParts, name: string, shared: SharedContext): WordToMarkdownConverter {
  const links = new Map(
    relationshipsOfPart(parts, name).flatMap(({ id, target, isOutside }) => (isOutside ? [[id, target]] : [])),
  );
  const blocks = new WordToMarkdownConverter({ ...shared, links, mostText });
  readXml(parts.text(name), blocks, () => blocks.isCut);
  return blocks;
}
