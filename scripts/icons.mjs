// Draws the icons in public/icons/ from public/icon.svg: `npm run icons`.
import { mkdir, readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';

const folder = new URL('../public/', import.meta.url).pathname;
const paper = '#faf8f4';
/** `share`: the part of the side that the cairn fills; launchers may crop a maskable icon to its inner 80 %. */
const icons = [
  { name: 'icon-192', size: 192, share: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, share: 1, ground: 'transparent' },
  { name: 'maskable-192', size: 192, share: 0.62, ground: paper },
  { name: 'maskable-512', size: 512, share: 0.62, ground: paper },
  { name: 'apple-touch-icon', size: 180, share: 0.74, ground: paper },
  { name: 'badge-96', size: 96, share: 1, ground: 'transparent', white: true },
];

const drawing = await readFile(`${folder}icon.svg`, 'utf8');
await mkdir(`${folder}icons`, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const { name, size, share, ground, white } of icons) {
    await page.setViewportSize({ width: size, height: size });
    const svg = white ? drawing.replaceAll(/fill="#\w+"/g, 'fill="#fff"') : drawing;
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">${svg}</body>`,
    );
    await page.locator('svg').evaluate((drawn, side) => {
      drawn.style.width = `${side}px`;
      drawn.style.height = `${side}px`;
    }, size * share);
    await page.screenshot({ path: `${folder}icons/${name}.png`, omitBackground: true });
  }
} finally {
  await browser.close();
}
