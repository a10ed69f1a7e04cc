import type { Page } from '@playwright/test';
import type { HandedImage } from './forty-images.ts';

/** Chooses images with the button of the message field, as a person does. */
export async function chooseImages(
  page: Page,
  ...files: Pick<HandedImage, 'name' | 'mimeType' | 'buffer'>[]
): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add images or files', exact: true }).click();
  await (await coming).setFiles(files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })));
}

/** The images that wait in the message field. */
export const attachedImages = (page: Page) => page.getByRole('list', { name: 'Images to send' }).getByRole('img');

/** The size of a picture, and what stands in its quarters: red, green, blue, yellow or white. */
export function quartersOf(page: Page, url: string) {
  return page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const brush = canvas.getContext('2d')!;
    brush.drawImage(image, 0, 0);
    const known = { r: [220, 30, 30], g: [30, 160, 60], b: [40, 60, 200], y: [230, 200, 40], w: [255, 255, 255] };
    const near = (place: readonly [number, number]) => {
      const { data } = brush.getImageData(width * place[0], height * place[1], 1, 1);
      const far = (colour: number[]) => colour.reduce((sum, value, at) => sum + Math.abs(value - (data[at] ?? 0)), 0);
      return Object.entries(known).sort(([, a], [, b]) => far(a) - far(b))[0]![0];
    };
    const places = [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const;
    return { width, height, quarters: places.map(near).join('') };
  }, url);
}
