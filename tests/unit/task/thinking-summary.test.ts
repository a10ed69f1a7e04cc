import { expect, test } from 'vitest';
import { thinkingSummary } from '../../../src/task/thinking-summary.ts';
import type { ReasoningItems } from '../../../src/task/model-reply.ts';

const summaryOf = (...parts: ReasoningItems['parts']) => thinkingSummary({ reasoning: { from: 'here', parts } });
const said = (...texts: string[]) => texts.map((text) => ({ type: 'summary_text', text }));

test('R4.11 the summary is that of all reasoning items of a reply, in order', () => {
  const items: ReasoningItems['parts'] = [
    { type: 'reasoning', summary: said('**First**\n\nI look.', 'Then I write.'), encrypted_content: 'gAAAA' },
    'text',
    { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
    0,
    { type: 'reasoning', summary: said('At last I close.') },
  ];
  expect(summaryOf(...items)).toBe('First\n\nI look.\n\nThen I write.\n\nAt last I close.');
});

test('R4.11 the summary of thinking blocks is their text', () => {
  const block = { type: 'thinking', thinking: 'The list is empty.', signature: 'EuQD' };
  expect(summaryOf(block, { type: 'redacted_thinking', data: 'x' }, 0)).toBe('The list is empty.');
});

test('R4.11 raw reasoning is no summary, and neither is what is empty or of another shape', () => {
  expect(thinkingSummary({})).toBe('');
  expect(summaryOf('text', 0)).toBe('');
  expect(summaryOf({ type: 'thinking', thinking: '', signature: 'EuQD' })).toBe('');
  expect(summaryOf({ type: 'reasoning', content: [{ type: 'reasoning_text', text: 'raw' }], summary: [] })).toBe('');
  expect(summaryOf({ type: 'reasoning', summary: 'one' }, { type: 'reasoning', summary: [null, { text: 1 }] })).toBe(
    '',
  );
  expect(summaryOf({ reasoning_content: 'raw' }, { type: 'thinking', thinking: 3 })).toBe('');
});
