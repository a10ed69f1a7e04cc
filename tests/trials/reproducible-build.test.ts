import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const parts = [
  'src',
  'extension',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'svelte.config.js',
  'tsconfig.json',
  'vite.config.ts',
];

/** What a build in that folder makes: the hash of each file. */
function built(folder: string, env: Record<string, string>): Record<string, string> {
  const out = mkdtempSync(join(tmpdir(), 'cairn-build-'));
  try {
    execFileSync('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', out, '--emptyOutDir'], {
      cwd: folder,
      env: { ...process.env, VITEST: '', NODE_ENV: 'production', ...env },
      stdio: 'ignore',
    });
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    return Object.fromEntries(
      files.map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(out.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
      }),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/**
 * By links to the same bytes, where the two folders are on one disk: by way of other paths the build is to come out the
 * same.
 */
function copyPackages(to: string): void {
  try {
    execFileSync('cp', ['-al', 'node_modules', to], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-R', 'node_modules', to]);
  }
}

test('two builds, in other folders, time zones and languages, give the same bytes', { timeout: 300_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  try {
    for (const part of parts) cpSync(part, join(copy, part), { recursive: true });
    copyPackages(copy);
    const here = built('.', { TZ: 'Pacific/Honolulu', LANG: 'en_US.UTF-8' });
    const there = built(copy, { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8' });
    expect(Object.keys(here).length).toBeGreaterThan(100);
    expect(there).toEqual(here);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
