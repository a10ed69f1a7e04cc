import { deepestOutput, largestOutput } from '../largest-output.ts';
import { unusedFileName } from '../../records/file-name.ts';
import { contentHash } from '../../values/content-hash.ts';
import { isRecord, parseJson, type Json } from '../../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../../values/exact-json.ts';
import { storedFileName, textWithFileName } from '../../records/stored-file-name.ts';
import { maxFileBytes, type NewFile, newSessionFile, type SessionFile } from '../../records/session-file.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { McpToolResult, McpContent } from '../../ports/mcp.ts';
import type { LocalToolContext, ToolRunOutcome } from '../../ports/toolbox.ts';
import { excerptFrom, continueReadingNote } from '../excerpt.ts';

const shownLength = 4000;

/** Returns a server's response as an observation, marked as foreign text. `name` is the tool's own name there. */
export function outcomeFromMcpResult(name: string, server: string, answer: McpToolResult): ToolRunOutcome {
  const { content, failed } = answer;
  const isUnreadable = answer.output !== undefined && isTooDeep(answer.output);
  const output = isUnreadable ? undefined : answer.output;
  const contentTexts = content.flatMap((part) =>
    part.kind === 'link'
      ? [`${part.name}: ${part.uri}`]
      : part.kind === 'text'
        ? [part.file?.name ? `${part.file.name}:\n${part.text}` : part.text]
        : [],
  );
  const words = contentTexts.join('\n\n').trim();
  const isSaid = output === undefined || (words !== '' && (failed || isRepeated(output, content)));
  const text = isSaid ? words : `${words}\n\n${JSON.stringify(output, null, 2)}`.trim();
  const excerpt = excerptFrom(text, 0, shownLength);
  if (failed) {
    const quote = excerpt.text.trim();
    const why = quote === '' ? 'It does not say why.' : quote;
    return {
      result: { ...toolError('failed', `“${name}” failed. “${server}” says: ${why}`, { quote }), foreign: true },
    };
  }
  const stem = fileStem(name);
  const whole: NewFile | null =
    excerpt.until < excerpt.total
      ? { name: `${stem}.txt`, mime: 'text/plain', content: text, kind: 'artifact', source: server }
      : null;
  const { files, left } = mcpFiles(content, stem, server, whole ? [whole.name] : []);
  const lines = [
    excerpt.text.trimEnd() + (whole ? continueReadingNote(excerpt, whole.name) : ''),
    files.length > 0 &&
      `Kept as ${files.length === 1 ? 'a file' : 'files'} for the person: ${files.map((file) => `“${file.name}”`).join(', ')}.`,
    isUnreadable && 'The tool also returned a value that is nested too deeply to be read.',
    left > 0 &&
      `${left === 1 ? 'One more file was' : `${left} more files were`} too large or not readable, and not kept.`,
  ].filter((line) => typeof line === 'string' && line !== '');
  const result = toolSuccess(lines.length > 0 ? lines.join('\n\n') : 'Done. The tool answered with nothing.', {
    output: valueOf(output, text, excerpt.text),
    foreign: true,
  });
  const [first, ...others] = whole ? [whole, ...files] : files;
  return {
    result,
    ...(first && { file: first }),
    ...(others.length > 0 && { finish: (context: LocalToolContext) => kept(others, result, context) }),
  };
}

function valueOf(output: Json | undefined, text: string, excerptText: string): Json {
  const value = output ?? valueIn(text);
  return value !== undefined && JSON.stringify(value).length <= largestOutput ? value : excerptText;
}

/** A text that is one block of code. */
const fence = /^\s*```\w*\s([^`]*)```\s*$/;

/**
 * True if the texts already give the structured value, as servers are told to: as JSON, also in a block of code or a
 * file, each item of a list as a text, or the value alone that a server had to wrap into an object. Long texts are not
 * compared.
 */
function isRepeated(output: Json, content: readonly McpContent[]): boolean {
  const contentTexts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (contentTexts.join('').length > largestOutput) return false;
  const fields = isRecord(output) ? Object.values(output as Record<string, Json>) : [];
  const parsedTexts = contentTexts.map((text) => {
    const value = parseJson(fence.exec(text)?.[1] ?? text);
    return value === undefined || isTooDeep(value) ? text : value;
  });
  const contentHashes = new Set([...contentTexts, ...parsedTexts, parsedTexts].map((value) => contentHash({ value })));
  return [output, ...(fields.length === 1 ? fields : [])].some((value) => contentHashes.has(contentHash({ value })));
}

/** Returns the value of a text that is JSON, as servers without structured output often send. */
function valueIn(text: string): Json | undefined {
  return /^[[{]/.test(text) && text.length <= largestOutput ? exactOutput(text) : undefined;
}

function exactOutput(text: string): Json | undefined {
  const value = parseJsonWithExactIntegers(text);
  return value === undefined || isTooDeep(value) ? undefined : unmarkIntegers(value);
}

/** True if a value has more levels than an output may have. */
function isTooDeep(value: Json, levels = deepestOutput): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}

async function kept(files: readonly NewFile[], result: ToolResult, context: LocalToolContext): Promise<ToolResult> {
  const { stores, sessionId, now } = context;
  const present = await stores.files.all();
  let { text } = result;
  for (const file of files) {
    const name = storedFileName(file, present);
    const row: SessionFile = {
      ...newSessionFile({ ...file, name }, { id: context.newId('file'), session: sessionId, at: now }),
      foreign: true,
    };
    present.push(row);
    text = textWithFileName(text, file.name, name);
    await stores.files.put(row);
  }
  return { ...result, text };
}

const mostFiles = 20;
const endings: ReadonlyMap<string, string> = new Map([
  ['svg+xml', 'svg'],
  ['jpeg', 'jpg'],
  ['mpeg', 'mp3'],
  ['plain', 'txt'],
  ['markdown', 'md'],
  ['octet-stream', 'bin'],
]);

type FilePart = Extract<McpContent, { kind: 'bytes' }> | (Extract<McpContent, { kind: 'text' }> & { file: object });

const isFile = (part: McpContent): part is FilePart =>
  part.kind === 'bytes' || (part.kind === 'text' && part.file !== undefined);

/**
 * The images, sounds and files of a response, to be stored in the session under names that differ from each other and
 * from `usedNames`; `left` counts those that were not. A text is stored apart from the person's own files, so that it
 * replaces none of the same name.
 */
function mcpFiles(
  content: readonly McpContent[],
  stem: string,
  source: string,
  usedNames: string[],
): { files: NewFile[]; left: number } {
  const parts = content.filter(isFile);
  const files = parts.slice(0, mostFiles).flatMap((part, at) => {
    const { name, mime: said } = part.kind === 'bytes' ? part : part.file;
    const mime = /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said.toLowerCase() : 'application/octet-stream';
    const text = part.kind === 'text' && part.text.length <= maxFileBytes ? part.text : null;
    const whole = part.kind === 'bytes' ? dataAddress(mime, part.base64) : text;
    if (whole === null) return [];
    const unique = unusedFileName(plainName(name) ?? `${stem}-${at + 1}.${ending(mime)}`, usedNames);
    usedNames.push(unique);
    return [{ name: unique, mime, content: whole, kind: text === null ? 'file' : 'artifact', source } as const];
  });
  return { files, left: parts.length - files.length };
}

/** Returns a data address with the bytes; null if they are too many or not readable. */
function dataAddress(mime: string, base64: string): string | null {
  const bytes = base64.replace(/\s+/g, '');
  if (bytes.length > (maxFileBytes * 4) / 3 || !/^[\w+/-]*={0,2}$/.test(bytes)) return null;
  return `data:${mime};base64,${bytes.replace(/-/g, '+').replace(/_/g, '/')}`;
}

/** Returns the name of a tool as the beginning of a file's name. */
function fileStem(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} ._-]+/gu, '_').replace(/^[. ]+/, '');
  return Array.from(plain).slice(0, 60).join('').trim() || 'file';
}

function ending(mime: string): string {
  const kind = mime.split('/')[1] ?? '';
  return endings.get(kind) ?? (/^\w{1,5}$/.test(kind) ? kind : 'bin');
}

/** Returns a server's own name for a file if it is valid here, else null. */
function plainName(name: string | null): string | null {
  return name !== null && /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,80}$/u.test(name) && name.includes('.') ? name : null;
}
