import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Mutant {
  breaks: string;
  file: string;
  find: string;
  testFile: string;
}

/** `npm run trials:mutants` breaks them one after another; this keeps the list in step with the sources. */
test('each rule that the mutants break stands once in its source, and its test file exists', () => {
  const mutants = JSON.parse(readFileSync('scripts/mutants/rules.json', 'utf8')) as Mutant[];
  const misplaced = mutants.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2);
  expect(misplaced.map(({ breaks, file }) => `${file}: ${breaks}`)).toEqual([]);
  for (const { testFile } of mutants) expect(readFileSync(testFile, 'utf8')).not.toBe('');
});
