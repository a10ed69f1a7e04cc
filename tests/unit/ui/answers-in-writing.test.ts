import { expect, test } from 'vitest';
import type { ConversationLine } from '../../../src/ui/conversation/conversation-lines.ts';
import { streamedAnswers } from '../../../src/ui/conversation/line-kinds.ts';

const message = (kind: 'goal' | 'closing', text: string): ConversationLine => ({
  ...{ kind: 'message', key: text, at: '2026-01-01T10:00:00.000Z', images: [] },
  ...{ message: kind, text },
});
const asked = message('goal', 'What is a cairn?');

test('R8.5 an answer is shown while it is written, thoughts of steps are not', () => {
  expect(streamedAnswers({ intake: 'A heap', s1: 'I think', replan: '' }, [asked])).toEqual([['intake', 'A heap']]);
});

test('R8.5 an answer that has been recorded is not shown twice, though its stream has not ended yet', () => {
  const lines = [asked, message('closing', 'A heap of stones.')];
  expect(streamedAnswers({ intake: 'A heap of stones.\n' }, lines)).toEqual([]);
});

test('R8.5 what the person wrote hides no answer in the same words', () => {
  expect(streamedAnswers({ intake: asked.key }, [asked])).toEqual([['intake', asked.key]]);
});
