import * as z from 'zod';
import type { SessionFile } from '../domain/session-file.ts';
import { toolFailure, toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import { excerpt } from './excerpt.ts';
import { freeAccess } from './free-access.ts';
import { searchText } from './search-text.ts';
import type { Tool } from './tool.ts';

const longest = 4000;

const input = z.object({
  file: z.string().min(1, 'must name a file').describe('name or id of a file of this session'),
  from: z
    .number()
    .min(0, 'must be 0 or more')
    .optional()
    .describe('position of the first character to read; 0 is the beginning'),
  length: z.number().min(1, 'must be 1 or more').optional().describe(`how many characters, ${longest} at most`),
  search: z
    .string()
    .min(1)
    .max(200, 'must be 200 characters at most')
    .optional()
    .describe('text to look for: shows the places where it occurs'),
});

/** Reads what was kept whole of a large result, by range or by search (R9.2). */
export const readArtifactTool: Tool<typeof input> = {
  name: 'read_artifact',
  description:
    'Read a file kept in this session, such as the whole of a fetched page: a range of it, or the places where a text occurs.',
  input,
  place: 'local',
  reads: () => true,
  access: () => freeAccess,
  run: async ({ file: wanted, from, length, search }, { stores }) => {
    const files = await stores.files.all();
    const file = findFile(files, wanted);
    if (!file) return missing(files, wanted);
    if (/^data:[^,]*;base64,/.test(file.content))
      return toolFailure('unsupported', `“${file.name}” is of type ${file.mime}, which cannot be read here.`);
    const limit = Math.min(length ?? longest, longest);
    const foreign = file.source !== null || file.kind === 'artifact';
    const text = search === undefined ? range(file, from ?? 0, limit) : places(file, search, from ?? 0, limit);
    return toolSuccess(text, { foreign, artifact: file.id });
  },
};

/** The newest file where a name stands for several. */
function findFile(files: readonly SessionFile[], wanted: string): SessionFile | undefined {
  const byId = files.find((file) => file.id === wanted);
  if (byId) return byId;
  const named = files.filter((file) => file.name.toLowerCase() === wanted.toLowerCase());
  return named.reduce<SessionFile | undefined>(
    (newest, file) => (newest && newest.created_at >= file.created_at ? newest : file),
    undefined,
  );
}

function missing(files: readonly SessionFile[], wanted: string): ToolResult {
  const names = [...new Set(files.map((file) => `“${file.name}”`))].slice(-20);
  const known = names.length > 0 ? `The files are: ${names.join(', ')}.` : 'It has no files yet.';
  return toolFailure('not_found', `This session has no file “${wanted}”. ${known}`);
}

function range(file: SessionFile, from: number, limit: number): string {
  const part = excerpt(file.content, from, limit);
  if (part.text === '') return `“${file.name}” has ${part.total} characters; there is nothing from ${from} on.`;
  const rest = part.until < part.total ? ` More from ${part.until} on.` : ' This is the end.';
  return `“${file.name}”, characters ${part.from} to ${part.until} of ${part.total}.${rest}\n\n${part.text}`;
}

function places(file: SessionFile, search: string, from: number, limit: number): string {
  const found = searchText(file.content, search, from, limit);
  if (found.total === 0) return `“${search}” does not occur in “${file.name}” (${file.content.length} characters).`;
  const excerpts = found.places.map(({ at, text }) => `[at ${at}] …${text}…`).join('\n\n');
  const rest = found.next === null ? '' : `\n\n[More: search again with from ${found.next}.]`;
  const occurs = `“${search}” occurs ${found.total === 1 ? 'once' : `${found.total} times`} in “${file.name}”`;
  return `${occurs}; shown: ${found.places.length}.\n\n${excerpts}${rest}`;
}
