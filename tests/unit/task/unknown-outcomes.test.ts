import { expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import { reasonForDoubt } from '../../../src/task/missing-at-end.ts';
import { toolError, toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';
import { callsWithRetriesMerged, type StepRound } from '../../../src/task/transcript.ts';
import { callsOfUnknownOutcome } from '../../../src/task/writes.ts';
import { moveContext } from '../../fixtures/move-context.ts';

const unknown = toolError('failed', 'No answer.', { cause: { failure: 'outcome_unknown', name: 'shop.example' } });
const refused = toolError('failed', 'No.');
const ok = toolSuccess('Taken.');

/** The entries of these tries, in order: a start without a result, or a result of the call with this input. */
function entriesOf(...tries: [input: string, result: ToolResult | null][]): JournalEntry[] {
  return tries.flatMap(([input, result], at) => {
    const effect = `s/t/1/${at + 1}`;
    const entry = { session_id: 's', task_id: 't', step_id: 'a', at: '' };
    const call = { call: `c${at}`, tool: 'post', input };
    const start: JournalEntry = { ...entry, seq: 2 * at, intent: effect, body: { type: 'tool_call', ...call } };
    const body = { type: 'tool_result', ...call, result, retry_at: '' } as JournalEntryBody;
    return result === null ? [start] : [start, { ...entry, seq: 2 * at + 1, effect, body }];
  });
}

test.each<[string, JournalEntry[], number[]]>([
  ['an answer that did not come', entriesOf(['a', unknown]), [1]],
  ['a start without a result', entriesOf(['a', null]), [1]],
  ['both, of one call', entriesOf(['a', unknown], ['a', null]), [2]],
  ['two calls', entriesOf(['a', unknown], ['b', null]), [1, 1]],
  ['a call that succeeded later', entriesOf(['a', unknown], ['a', null], ['a', ok]), []],
  ['a refusal', entriesOf(['a', refused]), []],
  ['another call that succeeded', entriesOf(['a', unknown], ['b', ok]), [1]],
])('R12.1 calls of unknown outcome by their tries: %s', (_, entries, tries) => {
  const calls = callsOfUnknownOutcome(entries.toReversed(), () => true);
  expect([...calls.values()].map(({ length }) => length)).toEqual(tries);
  expect(callsOfUnknownOutcome(entries, () => false).size).toBe(0);
});

const turn = (n: number, input: string, result: ToolResult): StepRound & { kind: 'tool' } => ({
  ...{ kind: 'tool', n, effect: `e${n}`, action: { call: `c${n}`, tool: 'post', input }, result, retry_at: '' },
  ...{ reads: false, repeatable: false },
});

test.each<[string, StepRound[], (StepRound & { kind: 'tool' }) | null, boolean]>([
  ['one of two calls is made again', [turn(1, 'a', unknown), turn(2, 'b', unknown), turn(3, 'b', ok)], null, true],
  ['both are made again', [turn(1, 'a', unknown), turn(2, 'a', ok)], null, false],
  ['an earlier attempt left it', [turn(1, 'b', ok)], turn(9, 'a', unknown), true],
  ['this attempt made it good', [turn(1, 'a', ok)], turn(9, 'a', unknown), false],
])('R8.6 a step is in doubt by its calls: %s', (_, turns, before, doubtful) => {
  const doubt = reasonForDoubt(turns, callsWithRetriesMerged(turns), moveContext({ callOfUnknownOutcome: before }));
  expect(doubt?.code === 'outcome_unknown').toBe(doubtful);
});
