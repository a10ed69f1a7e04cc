import { beforeEach, describe, expect, test } from 'vitest';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import { readerUrlForPage, type ReaderSettings } from '../../../src/records/reader-settings.ts';
import type { NetworkOutcome } from '../../../src/ports/network.ts';
import { readThroughService } from '../../../src/tools/fetch/reader.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';

const page = 'https://paper.example/story?id=1';
const on: ReaderSettings = { enabled: true, base_url: 'https://reader.example/' };
const off: ReaderSettings = { enabled: false, base_url: 'https://reader.example/' };
let network: FakeNetwork;
beforeEach(() => {
  network = new FakeNetwork();
});

/** Makes a result of an outcome as a tool would. */
async function made(outcome: NetworkOutcome) {
  if (outcome.kind !== 'response') return { result: toolError('network', `Not read: ${outcome.kind}.`) };
  return { result: toolSuccess(`${outcome.url} ${outcome.mime}: ${new TextDecoder().decode(outcome.body)}`) };
}
const limits = { site: '', signal: new AbortController().signal, timeout_ms: 1000, max_bytes: 10_000 };
const read = async (reader: ReaderSettings) => {
  const failed = async () => ({ result: toolError('network', 'Not read: unreachable.') });
  return (await readThroughService({ network, reader, limits }, new URL(page), made, failed)).result;
};

describe('a page that no web page may read', () => {
  test('R9.3 without a reader nothing is asked, and the failure stands', async () => {
    expect((await read(off)).text).toBe('Not read: unreachable.');
    expect(network.requested).toEqual([]);
  });

  test('R9.3 with a reader it is read through it, which the observation says', async () => {
    network.page(`https://reader.example/${page}`, {
      type: 'text/plain; charset=utf-8',
      body: 'Title: The story\n\nURL Source: https://paper.example/story?id=1\n\nPublished Time: 2026-01-01\n\nMarkdown Content:\nOnce upon a time.\n',
    });
    expect((await read(on)).text).toBe(
      `Read through the reader reader.example.\n${page} text/plain: # The story\n\nOnce upon a time.`,
    );
  });

  test('R9.3 a reader that passes the page on as it is will do', async () => {
    const reader = { enabled: true, base_url: 'https://proxy.example/?at={url}&raw=1' };
    network.page(`https://proxy.example/?at=${encodeURIComponent(page)}&raw=1`, {
      type: 'text/html',
      body: '<p>x</p>',
    });
    expect((await read(reader)).text).toBe(`Read through the reader proxy.example.\n${page} text/html: <p>x</p>`);
  });

  test.each([
    [{ status: 402, body: 'pay' }, 'could not read it either (it answered with status 402).'],
    [
      {
        type: 'text/plain',
        body: 'Title: x\n\nURL Source: y\n\nWarning: Target URL returned error 404: Not Found\n\nMarkdown Content:\nNot found',
      },
      'could not read it either (it answered with status 200).',
    ],
    [null, 'could not read it either.'],
  ])('R9.3 a reader that fails is named, with the first failure: %#', async (answer, words) => {
    if (answer) network.page(`https://reader.example/${page}`, answer);
    const result = await read(on);
    expect(result.text).toBe(`Not read: unreachable. The reader reader.example ${words}`);
    expect(result.ok).toBe(false);
  });
});

test.each([
  ['https://r.jina.ai/', 'https://r.jina.ai/https://a.example/b?c=d'],
  ['https://r.jina.ai', 'https://r.jina.ai/https://a.example/b?c=d'],
  ['https://p.example/?', 'https://p.example/?https://a.example/b?c=d'],
  ['https://p.example/get?url={url}', 'https://p.example/get?url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd'],
  ['', undefined],
  ['nonsense', undefined],
  ['ftp://p.example/', undefined],
  ['https://me:secret@p.example/', undefined],
])('R9.3 the reader “%s” is asked at %s', (base, address) => {
  expect(readerUrlForPage(base, 'https://a.example/b?c=d')?.href).toBe(address);
});
