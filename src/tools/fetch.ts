import * as z from 'zod';
import type { Json } from '../domain/json.ts';
import { toolFailure, toolSuccess } from '../domain/tool-result.ts';
import type { Network } from '../ports/network.ts';
import type { NewFile, ToolYield } from '../ports/toolbox.ts';
import { dataUrl } from './data-url.ts';
import { excerpt } from './excerpt.ts';
import { fetchFailure } from './fetch-failure.ts';
import { fetchedContent, type Fetched, type FetchedContent } from './fetched-content.ts';
import { fileNameOf } from './file-name-of.ts';
import { isPrivateAddress } from './private-address.ts';
import type { Tool } from './tool.ts';
import { webAddress } from './web-address.ts';

const accept = 'text/html,application/xhtml+xml,application/json,text/csv,text/plain;q=0.9,*/*;q=0.5';
const shownLength = 4000;
/** Values up to this length as JSON go into the plan; larger ones stay in the file alone. */
const largestOutput = 20_000;

const input = z
  .object({
    url: z.string().describe('full address, such as https://example.org/page'),
  })
  .superRefine(({ url }, context) => {
    const address = webAddress(url);
    if (!address.ok) context.addIssue({ code: 'custom', message: address.reason, path: ['url'] });
  });

/** Reads one address of the web (R9.3): GET, without cookies or credentials. The whole is kept as a file of the session. */
export function fetchTool(network: Network): Tool<typeof input> {
  return {
    name: 'fetch',
    description:
      'Read one web address (GET). Pages come as readable Markdown, JSON and CSV as data. Long texts are shown in part; the rest is read with read_artifact.',
    input,
    place: 'remote',
    reads: () => true,
    repeatable: true,
    access: ({ url }) => {
      const { href, origin, hostname } = addressOf(url);
      return { origin, private_address: isPrivateAddress(hostname), subject: href, rule: 'site' };
    },
    run: async ({ url }, { signal, now }) => {
      const { href } = addressOf(url);
      const outcome = await network.get(href, { signal, timeout_ms: 20_000, max_bytes: 5_000_000, accept });
      const failure = fetchFailure(href, outcome, now);
      if (failure || outcome.kind !== 'response')
        return { result: failure ?? toolFailure('failed', `${href} could not be read.`) };
      if (outcome.body.length === 0) return { result: toolFailure('failed', `${href} answered with an empty page.`) };
      const content = await fetchedContent({ ...outcome, url: outcome.url || href });
      return content.text === null ? unread(href, outcome, content) : read(href, content.text, content);
    },
  };
}

/** The schema has made sure that it is one. */
function addressOf(url: string): URL {
  const address = webAddress(url);
  if (!address.ok) throw new Error(address.reason);
  return address.url;
}

function read(url: string, text: string, content: FetchedContent): ToolYield {
  if (text.trim() === '') return { result: toolFailure('failed', `${url} holds no text that can be read.`) };
  const shown = excerpt(text, 0, shownLength);
  const name = fileNameOf(url, content.extension);
  const more =
    shown.until < shown.total
      ? `\n\n[Shown: the first ${shown.until} of ${shown.total} characters. To read on: read_artifact with file "${name}" and from ${shown.until}, or with search.]`
      : '';
  const head = content.title ? `Title: ${content.title}\nAddress: ${url}` : `Address: ${url}`;
  const file: NewFile = { name, mime: content.mime, content: text, kind: content.kind, source: url };
  const small = content.data !== undefined && text.length <= largestOutput;
  const output: Json = small ? (content.data ?? null) : { title: content.title, address: url, text: shown.text };
  return { result: toolSuccess(`${head}\n\n${shown.text.trimEnd()}${more}`, { output, foreign: true }), file };
}

function unread(url: string, fetched: Fetched, content: FetchedContent): ToolYield {
  const name = fileNameOf(url, content.extension);
  const size = fetched.body.length;
  const text = `Address: ${url}\n\nThis is not text but a file of type ${content.mime} with ${size} bytes. It was kept as “${name}” for the person; it cannot be read here.`;
  const file: NewFile = {
    name,
    mime: content.mime,
    content: dataUrl(content.mime, fetched.body),
    kind: 'file',
    source: url,
  };
  return {
    result: toolSuccess(text, { output: { address: url, type: content.mime, bytes: size }, foreign: true }),
    file,
  };
}
