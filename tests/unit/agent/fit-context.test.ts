import { expect, test } from 'vitest';
import { truncatedInputTokens, maxMessageTokens } from '../../../src/agent/fit-context.ts';
import type { ModelRequest, OfferedTool } from '../../../src/ports/language-model.ts';

const tool: OfferedTool = { name: 'ask_user', description: 'Ask.', schema: { type: 'object', properties: {} } };
const words = Array.from({ length: 2000 }, (_, n) => `other name ${n}`);
const request = (tools: OfferedTool[]): ModelRequest => ({
  purpose: 'thought',
  messages: [{ role: 'user', text: 'word '.repeat(4000) }],
  tools,
  choice: 'auto',
});

test('R8.6 what is not sent of a tool counts for nothing: no cut is taken from it, and no room is lost', () => {
  const named = { ...tool, aliases: words };
  const usage = { input: 4100, output: 5, estimated: false };
  expect(truncatedInputTokens(request([tool]), usage)).toBeNull();
  expect(truncatedInputTokens(request([named]), usage)).toBeNull();
  expect(truncatedInputTokens(request([{ ...tool, description: words.join(' ') }]), usage)).toBe(4100);
  expect(maxMessageTokens(8000, [named])).toBe(maxMessageTokens(8000, [tool]));
});
