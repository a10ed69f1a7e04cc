import { expect, test } from 'vitest';
import { isVisibleCairnPage } from '../../../extension/is-cairn.ts';

const origins = ['https://cairn.example', 'http://127.0.0.1:22476'];
const page = { origin: 'https://cairn.example', frameId: 0, tab: { id: 1 } };

test('a page of Cairn at the top of a tab is Cairn', () => {
  expect(isVisibleCairnPage(page, origins)).toBe(true);
  expect(isVisibleCairnPage({ ...page, origin: 'http://127.0.0.1:22476' }, origins)).toBe(true);
});

test.each([
  undefined,
  {},
  { ...page, frameId: 3 },
  { origin: page.origin, frameId: 0 },
  { ...page, origin: 'null' },
  { tab: { id: 1 }, frameId: 0, url: 'https://cairn.example/' },
  ...[
    ...[
      'http://cairn.example',
      'https://cairn.example:8443',
      'https://cairn.example.evil.example',
      'https://evil.example',
    ],
    ...['https://CAIRN.example', 'https://cairn.example/', 'http://127.0.0.1:22477', 'http://localhost:22476', ''],
    'chrome-extension://fihimjflfmhkfcdbhkafhcgcnohpfpeg',
  ].map((origin) => ({ ...page, origin })),
])('%j is not', (sender) => {
  expect(isVisibleCairnPage(sender, origins)).toBe(false);
});
