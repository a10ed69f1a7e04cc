import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './rules.ts';

/** How many numbered requirements each chapter of the specification has. */
const chapters = { R3: 10, R4: 12, R5: 5, R6: 8, R7: 6, R8: 5, R12: 7 };

test('R3–R8, R12 every requirement stands in the table', () => {
  const wanted = Object.entries(chapters).flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${at + 1}`),
  );
  expect([...new Set(rules.map((rule) => rule.id))]).toEqual(wanted);
});

test.each(rules)('$id $line: its test exists', ({ file, test: title }) => {
  const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  const quoted = [`'${title}`, `"${title}`, `\`${title}`];
  expect(quoted.filter((each) => text.includes(each))).toHaveLength(1);
});
