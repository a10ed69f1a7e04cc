// Builds the companion for Chromium and Firefox, as folders to load unpacked and as zips: `npm run extension`.
// ORIGINS="https://cairn.example.org" makes one for a Cairn that is served elsewhere than by `npm start`.
import { writeFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { buildExtension, filesOf, originFault } from './build-extension.mjs';
import { installPackages } from './install-packages.mjs';
import { addressAt, usualPort } from './start-address.mjs';

const usual = new URL(addressAt(usualPort)).origin;
/** One date for all files, so that two builds give the same bytes. */
const mtime = new Date(2020, 0, 1);

if (!(await installPackages())) process.exit(1);
const origins = (process.env.ORIGINS ?? usual).split(/[\s,]+/).filter(Boolean);
const fault = origins.map(originFault).find((each) => each !== null);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
for (const browser of ['chromium', 'firefox']) {
  const folder = `dist-extension/${browser}`;
  await buildExtension(browser, folder, origins);
  const zipped = zipSync(await filesOf(folder), { mtime, level: 9 });
  await writeFile(`${folder}.zip`, zipped);
  console.log(`${folder} and ${folder}.zip (${(zipped.length / 1000).toFixed(1)} kB), for ${origins.join(', ')}`);
}
