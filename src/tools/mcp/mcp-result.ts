import { largestOutput } from '../largest-output.ts';
import type { Json } from '../../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../../values/exact-json.ts';
import { type NewFile, storedFile } from '../../records/session-file.ts';
import { toolError, toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { McpToolResult, McpContent } from '../../ports/mcp.ts';
import type { LocalToolContext, ToolRunOutcome } from '../../ports/toolbox.ts';
import { excerptFrom, readOnNote } from '../excerpt.ts';

const shownLength = 4000;

/** Returns a server's response as an observation, marked as foreign text. `name` is the tool's name in the app. */
export function mcpResult(name: string, server: string, { content, output, failed }: McpToolResult): ToolRunOutcome {
  const said = content.flatMap((part) =>
    part.kind === 'text' ? [part.text] : part.kind === 'link' ? [`${part.name}: ${part.uri}`] : [],
  );
  const text = said.join('\n\n').trim() || (output === undefined ? '' : JSON.stringify(output, null, 2));
  const shown = excerptFrom(text, 0, shownLength);
  if (failed) {
    const quote = shown.text.trim();
    const why = quote === '' ? 'It does not say why.' : quote;
    return { result: { ...toolError('failed', `${name} failed. “${server}” says: ${why}`, { quote }), foreign: true } };
  }
  const { files, left } = mcpFiles(content, name, server);
  const whole: NewFile | null =
    shown.until < shown.total
      ? { name: `${name}.txt`, mime: 'text/plain', content: text, kind: 'artifact', source: server }
      : null;
  const lines = [
    shown.text.trimEnd() + (whole ? readOnNote(shown, whole.name) : ''),
    files.length > 0 &&
      `Kept as ${files.length === 1 ? 'a file' : 'files'} for the person: ${files.map((file) => `“${file.name}”`).join(', ')}.`,
    left > 0 &&
      `${left === 1 ? 'One more file was' : `${left} more files were`} too large or not readable, and not kept.`,
  ].filter((line) => typeof line === 'string' && line !== '');
  const result = toolSuccess(lines.length > 0 ? lines.join('\n\n') : 'Done. The tool answered with nothing.', {
    output: valueOf(output, text, shown.text),
    foreign: true,
  });
  const [first, ...others] = whole ? [whole, ...files] : files;
  return {
    result,
    ...(first && { file: first }),
    ...(others.length > 0 && { finish: (context: LocalToolContext) => kept(others, result, context) }),
  };
}

function valueOf(output: Json | undefined, text: string, shown: string): Json {
  const value = output ?? valueIn(text);
  return value !== undefined && JSON.stringify(value).length <= largestOutput ? value : shown;
}

/** Returns the value of a text that is JSON, as servers without structured output often send. */
function valueIn(text: string): Json | undefined {
  return /^[[{]/.test(text) && text.length <= largestOutput ? exactOutput(text) : undefined;
}

function exactOutput(text: string): Json | undefined {
  const value = parseJsonWithExactIntegers(text);
  return value === undefined ? undefined : unmarkIntegers(value);
}

async function kept(files: readonly NewFile[], result: ToolResult, context: LocalToolContext): Promise<ToolResult> {
  const { stores, sessionId, now } = context;
  for (const file of files)
    await stores.files.put(storedFile(file, { id: context.newId('file'), session: sessionId, at: now }));
  return result;
}

const mostBytes = 5_000_000;
const mostFiles = 20;
const endings: ReadonlyMap<string, string> = new Map([
  ['svg+xml', 'svg'],
  ['jpeg', 'jpg'],
  ['mpeg', 'mp3'],
  ['plain', 'txt'],
  ['octet-stream', 'bin'],
]);

/** The images, sounds and files of a response, to be stored in the session; `left` counts those that were not. */
function mcpFiles(content: readonly McpContent[], stem: string, source: string): { files: NewFile[]; left: number } {
  const parts = content.filter((part) => part.kind === 'bytes');
  const files = parts.slice(0, mostFiles).flatMap(({ name, mime: said, base64 }, at) => {
    const bytes = base64.replace(/\s+/g, '');
    if (bytes.length > (mostBytes * 4) / 3 || !/^[\w+/-]*={0,2}$/.test(bytes)) return [];
    const mime = /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said.toLowerCase() : 'application/octet-stream';
    const kept = `data:${mime};base64,${bytes.replace(/-/g, '+').replace(/_/g, '/')}`;
    return [
      {
        name: plainName(name) ?? `${stem}-${at + 1}.${ending(mime)}`,
        mime,
        content: kept,
        kind: 'file' as const,
        source,
      },
    ];
  });
  return { files, left: parts.length - files.length };
}

function ending(mime: string): string {
  const kind = mime.split('/')[1] ?? '';
  return endings.get(kind) ?? (/^\w{1,5}$/.test(kind) ? kind : 'bin');
}

/** Returns a server's own name for a file if it is valid here, else null. */
function plainName(name: string | null): string | null {
  return name !== null && /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,80}$/u.test(name) && name.includes('.') ? name : null;
}
