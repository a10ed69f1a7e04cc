import { expect, test } from 'vitest';
import { parseListItemMarker } from '../../../src/formats/task-lists/line-mark.ts';

test.each([
  ['① Pack', 1],
  ['② Pack', 2],
  ['⑳ Pack', 20],
  ['⑴ Pack', 1],
  ['⑵ Pack', 2],
  ['⒈ Pack', 1],
  ['⒛ Pack', 20],
  ['❶ Pack', 1],
  ['❿ Pack', 10],
  ['➀ Pack', 1],
  ['➉ Pack', 10],
  ['➊ Pack', 1],
  ['➓ Pack', 10],
  ['㈠ Pack', 1],
  ['㈩ Pack', 10],
  ['🔟 Pack', 10],
  ['3️⃣ Pack', 3],
  ['３． Pack', 3],
  ['十二、Pack', 12],
  ['二十、Pack', 20],
  ['二十一、Pack', 21],
  ['(4) Pack', 4],
  ['第三步：Pack', 3],
  ['Step 5: Pack', 5],
])('R2.5 the number of %s is %i', (line, number) => {
  expect(parseListItemMarker(line)).toMatchObject({ number: { parts: [number] }, text: 'Pack' });
});

test('R2.5 the number of a part stands with its whole path', () => {
  expect(parseListItemMarker('2.10 Pack')).toMatchObject({ number: { parts: [2, 10] }, text: 'Pack' });
});
