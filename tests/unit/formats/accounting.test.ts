import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTaskLists } from '../../../src/formats/task-lists/read-task-lists.ts';
import type { ListedTask } from '../../../src/formats/task-lists/task-lists.ts';

const numRuns = Number(process.env.LISTS ?? 400);

const word = fc.constantFrom(
  'Pack',
  'buy milk',
  '买票',
  'call [Bo](x)',
  '~~old~~',
  '2024',
  'x',
  '`a`',
  '✅ sent',
  '（已完成）',
  'sent @done(2026)',
  'x | y | z |',
);
const start = fc.constantFrom(
  ...[
    '- [ ] ',
    '- [x] ',
    '-[ ]',
    '- []',
    '• [ ] ',
    '【x】',
    '－ ',
    '☐ ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '(3) ',
    '四、',
    '５．',
    '1.1 ',
  ],
  ...[
    'Step 1: ',
    '### Step 2',
    '# ',
    '## ',
    '> - [ ] ',
    '> ',
    '| ',
    '```',
    '~~~',
    '<!-- ',
    '--> ',
    '<details>',
    '',
    '',
    '---',
  ],
  ...[
    '* TODO ',
    '1️⃣ ',
    '❷',
    'a) ',
    '•',
    '- DONE ',
    '- ✅ ',
    '### 1. ',
    '| a | ',
    '** DONE ',
    '#+TITLE: ',
    ':PROPERTIES:',
    '[Step] ',
    'session "',
    '\\- [ ] ',
    '=====',
    '|---|',
    '- - - [ ] ',
  ],
);
const indent = fc.constantFrom('', '', '', ' ', '  ', '    ', '\t', '\u3000', '        ', '> ', '\u00a0');
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(indent, start, word).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const text = fc
  .array(line, { maxLength: 25 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\r').map((end) => lines.join(end)));

const all = (tasks: readonly ListedTask[]): ListedTask[] => tasks.flatMap((task) => [task, ...all(task.children)]);

test(
  'R2.5 each line of a list is a step, a detail, named, or blank, whatever the list is',
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(text, (source) => {
        const lines = source.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
        const { lists, uses, notes } = readTaskLists(source);
        expect(uses.reduce((next, { from, to }) => (from === next && to >= from ? to + 1 : NaN), 1)).toBe(
          lines.length + 1,
        );
        const useOf = lines.map((_, at) => uses.find(({ from, to }) => from <= at + 1 && at + 1 <= to)?.use);
        const tasks = all(lists.flatMap((list) => list.tasks));
        const standing = tasks.map((task) => task.line).sort((a, b) => a - b);
        const steps = useOf.flatMap((use, at) => (use === 'step' ? [at + 1] : []));
        expect(standing).toEqual(steps);
        for (const task of tasks) expect(lines[task.line - 1]).toContain(task.text.split(/\s/)[0] ?? '');
        useOf.forEach((use, at) => {
          if (use === 'left_out') expect(notes.some((note) => note.line <= at + 1 && at + 1 <= note.to)).toBe(true);
          if (use === 'blank') expect(lines[at]).not.toMatch(/[\p{L}\p{N}]/u);
        });
        const details = useOf.flatMap((use, at) => (use === 'detail' ? [(lines[at] ?? '').trim()] : []));
        const told = tasks.flatMap((task) => task.details.map((detail) => detail.trim()));
        const isSaid = (detail: string) =>
          told.includes(detail) ||
          notes.some((note) => note.code === 'sign' && detail.includes(note.text)) ||
          detail.startsWith('|') ||
          detail.includes('|');
        for (const detail of details) expect([detail, isSaid(detail)]).toEqual([detail, true]);
      }),
      { numRuns },
    );
  },
);
