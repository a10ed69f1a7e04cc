import { expect, test } from 'vitest';
import { comparePageTexts } from '../../../src/ui/sources/compare-page-texts.ts';

test('the changes of a page are told by words, with far unchanged text left out', () => {
  const far = 'Nothing changes here. '.repeat(40);
  const changes = comparePageTexts(`${far}It costs 4 euros.`, `${far}It costs 5 euros.`);
  expect(changes).toMatchObject([
    { kind: 'same', text: expect.stringMatching(/^ … .{1,140}costs $/s) as string },
    { kind: 'removed', text: '4' },
    { kind: 'added', text: '5' },
    { kind: 'same', text: ' euros.' },
  ]);
});

test('Chinese text is compared by words; other spaces are no change', () => {
  expect(comparePageTexts('渡船在晚上七点离开。', '渡船在晚上八点离开。')).toMatchObject([
    { kind: 'same' },
    { kind: 'removed', text: expect.stringContaining('七') as string },
    { kind: 'added', text: expect.stringContaining('八') as string },
    { kind: 'same' },
  ]);
  expect(comparePageTexts('a  b\n', 'a b')).toBeNull();
});
