import { expect, test } from 'vitest';
import { suggestedSettingsChanges } from '../../../src/records/exam-progress.ts';
import { type ModelExamReport, ModelExamTaskName } from '../../../src/records/exam-report.ts';
import { Profile } from '../../../src/records/profile.ts';

const held = { protocol: 'tools', thoroughness: 'careful', max_plan_steps: 20 } as const;
const report: ModelExamReport = {
  version: 1,
  model: 'm',
  at: '2027-01-01T00:00:00Z',
  held,
  outcomes: Object.fromEntries(ModelExamTaskName.options.map((task) => [task, 'passed'])),
  recommended: { protocol: 'json', thoroughness: 'balanced', max_plan_steps: 5 },
  replies: 16,
  tokens: { input: 1, output: 1 },
  cost: null,
  took_ms: 1,
  reply_ms: 1,
};
const profile = { id: 'c', provider: 'custom', base_url: 'http://h:1/v1', model: 'm', key_place: 'session' };

test('what an exam recommends is suggested where the present settings ask more of the model', () => {
  expect(suggestedSettingsChanges(report, 'other', { ...held, steps: null })).toEqual([
    { kind: 'protocol', to: 'json' },
    { kind: 'thoroughness', to: 'balanced' },
    { kind: 'length', to: 5 },
    { kind: 'steps', to: 'other' },
  ]);
});

test('settings that ask less of the model, or the same, are left alone', () => {
  const spare = { protocol: 'json', thoroughness: 'economy', max_plan_steps: 4, steps: 'other' } as const;
  expect(suggestedSettingsChanges(report, 'other', spare)).toEqual([]);
  expect(suggestedSettingsChanges({ ...report, recommended: held }, null, { ...spare, protocol: 'tools' })).toEqual([]);
});

test('an exam is kept with its connection; one in a form of a later release hides nothing of the connection', () => {
  expect(Profile.parse({ ...profile, exam: report })).toEqual({ ...profile, exam: report });
  const later = Profile.parse({ ...profile, exam: { ...report, version: 2 } });
  expect([later.id, later.exam]).toEqual(['c', undefined]);
});
