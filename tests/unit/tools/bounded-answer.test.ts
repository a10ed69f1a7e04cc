import { expect, test } from 'vitest';
import { withSizeLimit } from '../../../src/tools/mcp/remote-server.ts';

const piece = new Uint8Array(1_000_000);

test('R9.10 an answer without end is broken off', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(((sent += 1), piece)) });
  await expect(withSizeLimit(new Response(endless)).arrayBuffer()).rejects.toThrow('The answer is too long.');
  expect(sent).toBeLessThan(60);
});

test('R9.10 any other answer comes as it is', async () => {
  const given = new Response('{"a":1}', { status: 404, headers: { 'Mcp-Session-Id': 's1' } });
  const answer = withSizeLimit(given);
  expect([answer.status, answer.headers.get('mcp-session-id'), await answer.text()]).toEqual([404, 's1', '{"a":1}']);
  const none = new Response(null, { status: 202 });
  expect(withSizeLimit(none)).toBe(none);
});
