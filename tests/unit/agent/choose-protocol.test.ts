import { expect, test } from 'vitest';
import { callsThatOffsetOneOmission, fittingProtocol } from '../../../src/agent/choose-protocol.ts';
import { freshReplyStats } from '../../../src/task/reply-quality.ts';
import type { ProtocolName } from '../../../src/task/protocol-name.ts';
import { ScriptedModel } from '../../fakes/scripted-model.ts';

const model = new ScriptedModel(() => ({ text: '', calls: [], finish: 'stop', usage: null }));

function fitting(from: ProtocolName, { defaults = 0, unforced = 0, unreadable = 0, stays = false }) {
  const found = fittingProtocol(
    {
      run: () => ({ reply_stats: { ...freshReplyStats, defaults } }),
      missedToolCalls: new WeakMap([[model, unforced * callsThatOffsetOneOmission]]),
      unreadableReplies: new WeakMap([[model, unreadable]]),
    },
    {
      model,
      protocol: from,
      fallBack: (to, because) => (because === 'form' && stays ? from : to),
    },
  );
  return [found.name, found.from];
}

test('R4.7 a model that gives the calls it is asked for keeps its protocol', () => {
  expect(fitting('tools', {})).toEqual(['tools', null]);
  expect(fitting('tools', { unforced: 1, defaults: 5 })).toEqual(['tools', null]);
  expect(fitting('json', { unforced: 9, defaults: 5 })).toEqual(['json', null]);
});

test('R4.6 one that gives words instead of calls is asked in JSON', () => {
  expect(fitting('tools', { unforced: 2 })).toEqual(['json', 'tools']);
});

test('R4.6 defaults that go on lead to JSON, then to markers, and no further', () => {
  expect(fitting('tools', { defaults: 6 })).toEqual(['json', 'tools']);
  expect(fitting('json', { defaults: 6 })).toEqual(['json', null]);
  expect(fitting('json', { defaults: 9 })).toEqual(['markers', 'json']);
  expect(fitting('markers', { defaults: 99 })).toEqual(['markers', null]);
});

test('R4.7 replies that stay unreadable in JSON lead to markers; one alone does not, nor in another protocol', () => {
  expect(fitting('json', { unreadable: 2 })).toEqual(['markers', 'json']);
  expect(fitting('json', { unreadable: 1 })).toEqual(['json', null]);
  expect(fitting('tools', { unreadable: 9 })).toEqual(['tools', null]);
  expect(fitting('markers', { unreadable: 9 })).toEqual(['markers', null]);
});

test('R4.7 a person who stays with a protocol keeps it', () => {
  expect(fitting('tools', { unforced: 9, defaults: 9, stays: true })).toEqual(['tools', null]);
});
