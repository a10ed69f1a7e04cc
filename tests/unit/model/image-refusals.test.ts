import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { smallJpeg } from '../../fixtures/images/small-jpeg.ts';
import { Loopback } from './loopback.ts';
import { sample } from './sample.ts';

interface Recorded {
  server: string;
  status: number;
  body: unknown;
  source: string;
}
const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`refusals/${name}.json`, import.meta.url), 'utf8')) as Recorded[];

let server: Loopback;
let baseUrl: string;
beforeEach(async () => {
  server = new Loopback();
  baseUrl = await server.open();
});
afterEach(() => server.close());

const images = [{ name: 'list.jpg', url: smallJpeg(1568, 1176) }];

async function ask(answer: { status?: number; body: string }, withImages = true) {
  server.answer = () => answer;
  const model = endpointModel({ profile: sample.profile(baseUrl), key: 'k' });
  const messages = [{ role: 'user' as const, text: 'What is on it?', ...(withImages && { images }) }];
  return model.reply(sample.request({ messages, tools: [] }), { signal: new AbortController().signal });
}
const codeOf = (outcome: Awaited<ReturnType<typeof ask>>) => (outcome.ok ? 'ok' : outcome.error.code);
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

describe('P8 a recorded refusal of images', () => {
  test.each(recorded('no-vision'))('$server: the model takes none', async ({ status, body }) => {
    expect(codeOf(await ask({ status, body: textOf(body) }))).toBe('no_images');
    expect(server.seen).toHaveLength(1);
  });

  test.each(recorded('these-images'))('$server: not these', async ({ status, body }) => {
    expect(codeOf(await ask({ status, body: textOf(body) }))).toBe('images_refused');
  });

  test.each(recorded('no-vision'))('$server: means nothing where no image was sent', async ({ status, body }) => {
    expect(['no_images', 'images_refused']).not.toContain(codeOf(await ask({ status, body: textOf(body) }, false)));
  });

  test('other faults keep their meaning beside an image', async () => {
    const told = (message: string) => JSON.stringify({ error: { message } });
    expect(codeOf(await ask({ status: 401, body: told('Images are not supported without a key') }))).toBe('auth');
    expect(codeOf(await ask({ status: 429, body: told('Too many images per minute: rate limit') }))).toBe('rate_limit');
    expect(codeOf(await ask({ status: 500, body: told('Internal error') }))).toBe('server');
  });
});

test('R11.5 an image goes as a part with a data address; its price is estimated by its size where none is told', async () => {
  const { delta, events } = sample;
  const outcome = await ask({ body: events(delta({ content: 'Bread' }, 'stop'), '[DONE]') });
  expect(server.seen[0]?.body).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is on it?' },
          { type: 'image_url', image_url: { url: images[0]?.url } },
        ],
      },
    ],
  });
  const input = outcome.ok ? (outcome.reply.usage?.input ?? 0) : 0;
  expect(input).toBeGreaterThan(2400);
  expect(input).toBeLessThan(2700);
});
