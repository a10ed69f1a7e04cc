import { expect, test } from 'vitest';
import { parseYaml } from '../../../src/formats/parse-yaml.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';

const context = { planId: 'p', at: '2026-02-01T00:00:00.000Z', yaml: parseYaml };
const told = (text: string) => {
  const reading = readPlanFile(text, context);
  return reading.ok ? reading.repairs.map(({ code, path, from }) => `${code} ${path}: ${from}`) : reading.error;
};

test('R2.5 comments and tags of a YAML file are named with their lines; a sharp within a text is none', () => {
  const text = `# first
goal: Trip # why
steps:
  - description: Pack # 1
    status: done
  - description: "Go # now"
    status: !mine pending
  # - description: Sleep
  - description: |
      # not a comment
    status: pending
`;
  expect(told(text)).toEqual(
    expect.arrayContaining([
      'comment 1: # first',
      'comment 2: # why',
      'comment 4: # 1',
      'comment 8: # - description: Sleep',
      expect.stringMatching(/^markup 7: !mine/),
      'status steps[0].status: done',
    ]),
  );
  expect(told(text)).toHaveLength(6);
});

test('R2.5 a document that holds no plan is named beside those that do, and so is what stands beside plans', () => {
  expect(told('tasks:\n  - Pack\n---\nowner: Ann\n')).toContainEqual('unknown_field [1]: {"owner":"Ann"}');
  expect(
    told('owner: Ann\nplan:\n  goal: Trip\n  steps:\n    - description: Pack\n      status: done\n'),
  ).toContainEqual('unknown_field owner: Ann');
});

test('R2.6 YAML that is too long, too deep or broken is refused for just that', () => {
  const long = `goal: Trip\nsteps:\n${'  - description: Pack the bags\n'.repeat(80_000)}`;
  expect(told(long)).toEqual({ code: 'yaml_too_large', path: '', params: { limit: 2 } });
  expect(told(`goal: x\nsteps: ${'['.repeat(80)}`)).toMatchObject({ code: 'too_deep', params: { line: 2, limit: 64 } });
  expect(told('goal: "x\nsteps: [a\n')).toMatchObject({
    code: 'bad_yaml',
    params: { line: expect.any(Number) as number },
  });
  expect(told(`Dear all: hello\n${'It rained today, and so we stayed.\n'.repeat(80_000)}`)).toMatchObject({
    code: 'bad_yaml',
  });
});
