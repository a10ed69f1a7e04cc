import type { Token } from 'marked';
import type { Stores } from '../../ports/stores.ts';
import { contentForDownload } from '../../records/downloaded-content.ts';
import { imageFacts } from '../../records/image-facts.ts';
import { bytesFromDataUrl, dataUrlFromBytes } from '../../records/mime-of-name.ts';
import type { SessionFile } from '../../records/session-file.ts';
import { type OfficeFormat, officeFormatOfText, officeMimeTypes } from '../../records/written-office.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { percentDecoded } from '../../values/percent-decoded.ts';
import type { DocumentPicture } from './write-document.ts';
import type { OfficeWriteRequest } from './write-office.ts';
import type { WrittenWorkbook } from './write-workbook.ts';

/** What a file needs on its way out. */
export interface OutgoingFileParts {
  files: Pick<Stores['files'], 'own'>;
  /** An SVG rendered as PNG, as a `data:` address; null where it cannot be rendered. */
  pngOfSvg: (svg: string) => Promise<string | null>;
  /** Writes a file of Word or Excel, which takes seconds for a long table; rejects where it cannot. */
  writeOffice: (request: OfficeWriteRequest) => Promise<WrittenWorkbook>;
  /** The value without any of the person's keys: in a packed file they could not be found any more. */
  withoutApiKeys: <T>(value: T) => Promise<T>;
}

/** A file as it leaves Cairn. */
export interface OutgoingFile {
  mime: string;
  content: string;
  /** How many cells were cut or left out, since Excel does not take them. */
  cut: number;
}

/**
 * Returns a file as it leaves Cairn, by whatever way: Markdown and CSV that are stored as a file of Word or Excel
 * become one, in which charts and pictures of the session stand. With `as`, any text becomes one.
 */
export async function outgoingFile(
  file: SessionFile,
  parts: OutgoingFileParts,
  as: OfficeFormat | null = officeFormatOfText(file),
): Promise<OutgoingFile> {
  if (as === null) return { mime: file.mime, content: contentForDownload(file), cut: 0 };
  const { content: text } = await parts.withoutApiKeys(file);
  const properties = { title: /([^/]+?)(?:\.\w{1,8})?$/.exec(file.name)?.[1] ?? '', at: file.created_at };
  const pictures = as === 'docx' && text.includes('![') ? await picturesIn(text, file, parts) : new Map();
  const { bytes, cut } = await parts.writeOffice({ as, text, pictures, properties });
  return { mime: officeMimeTypes[as], content: dataUrlFromBytes(officeMimeTypes[as], bytes), cut };
}

/** Returns the pictures of the session that Markdown shows, by the addresses under which it names them. */
async function picturesIn(
  text: string,
  { session_id }: SessionFile,
  { files, pngOfSvg }: OutgoingFileParts,
): Promise<Map<string, DocumentPicture>> {
  const pictures = new Map<string, DocumentPicture>();
  const { documentTokens } = await import('./write-document.ts');
  const addresses = new Set(documentTokens(text).flatMap(imageAddresses));
  if (addresses.size === 0) return pictures;
  const present = await files.own(session_id);
  for (const address of addresses) {
    const names = [address, percentDecoded(address).replace(/^(?:\.\/)+/, '')];
    const file = present.find(({ name }) => names.includes(name));
    const picture = file && (await pictureOf(file, pngOfSvg));
    if (picture) pictures.set(address, picture);
  }
  return pictures;
}

async function pictureOf(
  { content }: SessionFile,
  pngOfSvg: OutgoingFileParts['pngOfSvg'],
): Promise<DocumentPicture | null> {
  const isDrawn = !isBase64DataUrl(content);
  const address = !isDrawn ? content : content.includes('<svg') ? await pngOfSvg(content).catch(() => null) : null;
  if (address === null) return null;
  const bytes = bytesFromDataUrl(address);
  const { type, width = 0, height = 0 } = imageFacts(bytes) ?? {};
  if (width === 0 || height === 0 || (type !== 'png' && type !== 'jpeg' && type !== 'gif')) return null;
  /** A drawing is rendered at twice its size. */
  const scale = isDrawn ? 0.5 : 1;
  return { bytes, type, width: width * scale, height: height * scale };
}

function imageAddresses(token: Token): string[] {
  if (token.type === 'image') return [String(token.href)];
  const within: unknown[] = Object.values(token).filter(Array.isArray).flat(2);
  return within.flatMap((each) => (isToken(each) ? imageAddresses(each) : []));
}

const isToken = (each: unknown): each is Token => typeof each === 'object' && each !== null;
