import { expect, test } from 'vitest';
import { contentBlob } from '../../../src/browser/files/save-file.ts';

test('R9.7 a file that is not text is handed over byte for byte', async () => {
  const bytes = new Uint8Array([0, 255, 10, 200]);
  const blob = contentBlob('application/pdf', `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
  expect(blob.type).toBe('application/pdf');
});

test('R9.7 text that only looks like an address stays text', async () => {
  expect(await contentBlob('text/plain', 'data:,hello').text()).toBe('data:,hello');
});
