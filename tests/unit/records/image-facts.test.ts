import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageFacts, imageTokens, isSvg } from '../../../src/records/image-facts.ts';
import { imageName, isImageReadyForModel } from '../../../src/records/shown-image.ts';
import { bytesFromDataUrl } from '../../../src/records/mime-of-name.ts';
import { smallJpeg } from '../../fixtures/images/small-jpeg.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/images/${name}`, import.meta.url)));
const files = [
  { name: 'handwritten-list.jpg', type: 'jpeg', width: 900, height: 1200 },
  { name: 'quadrants.avif', type: 'avif', width: 240, height: 160 },
  { name: 'quadrants.gif', type: 'gif', width: 240, height: 160 },
  { name: 'located.webp', type: 'webp', width: 240, height: 160 },
];

describe('R11.5 the facts in the bytes of an image', () => {
  test.each(files)('$name: its type, its size and its end', ({ name, ...facts }) => {
    expect(imageFacts(fixture(name))).toMatchObject({ ...facts, whole: true });
  });

  test.each(files)('$name: one that is cut anywhere in its second half is seen to be', ({ name }) => {
    const bytes = fixture(name);
    fc.assert(
      fc.property(fc.integer({ min: Math.ceil(bytes.length / 2), max: bytes.length - 3 }), (length) => {
        expect(imageFacts(bytes.subarray(0, length))?.whole).toBe(false);
      }),
    );
  });

  test('any bytes are read without a fault', () => {
    const heads = [
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFFaaaaWEBPVP8X',
      'BM',
      'aaaaftypavif',
      '\0\0\0\x18ftypheic',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, rest) => {
        const bytes = new Uint8Array([...Buffer.from(head, 'latin1'), ...rest]);
        expect(() => imageFacts(bytes)).not.toThrow();
      }),
    );
  });

  test('text is no image; an SVG is known by its beginning, whatever it is called', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(imageFacts(bytes('<html><body>Hello, this is a page</body></html>'))).toBeNull();
    expect(isSvg(bytes('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).toBe(
      true,
    );
    expect(isSvg(bytes('A text about <svg> elements'))).toBe(false);
  });

  test('only a small JPEG without a camera’s data is sent as it is', () => {
    const ready = (content: string) => isImageReadyForModel({ content });
    expect(ready(smallJpeg(1568, 900))).toBe(true);
    expect(ready(smallJpeg(1569, 900))).toBe(false);
    expect(ready('data:image/png;base64,iVBORw0KGgo=')).toBe(false);
    expect(ready('data:text/plain;base64,AAAA')).toBe(false);
    const bytes = bytesFromDataUrl(smallJpeg());
    const located = [...bytes.subarray(0, 2), 0xff, 0xe1, 0, 8, ...Buffer.from('Exif\0\0'), ...bytes.subarray(2)];
    expect(ready(`data:image/jpeg;base64,${Buffer.from(located).toString('base64')}`)).toBe(false);
  });

  test('a name keeps its stem and says that the file is a JPEG now', () => {
    expect(['a.PNG', 'b.heic', 'c', 'd.v2', 'e.jpeg'].map(imageName)).toEqual([
      'a.jpg',
      'b.jpg',
      'c.jpg',
      'd.v2.jpg',
      'e.jpg',
    ]);
    expect(imageTokens({ width: 1500, height: 1000 })).toBe(2000);
  });
});
