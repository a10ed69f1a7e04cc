import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const manifest = readJson('package.json') as Manifest;
const named = { ...manifest.dependencies, ...manifest.devDependencies };
const lockOf = (folder: string) =>
  Object.entries((readJson(join(folder, 'package-lock.json')) as { packages: Record<string, Locked> }).packages);

describe.each(['.', 'bench', 'tests/peers'])('the lockfile of %s', (folder) => {
  const locked = lockOf(folder);
  const packages = locked.filter(([path]) => path !== '');

  test('holds each package to its hash', () => {
    expect(packages.length).toBeGreaterThan(5);
    expect(packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
    expect(packages.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([]);
    expect(packages.filter(([path, { link }]) => link || !path.startsWith('node_modules/'))).toEqual([]);
  });

  test('takes packages from one registry over https, or from whichever npm is set to', () => {
    const addresses = packages.flatMap(([, { resolved }]) => (resolved === undefined ? [] : [new URL(resolved)]));
    expect(addresses.filter(({ protocol }) => protocol !== 'https:')).toEqual([]);
    expect(new Set(addresses.map(({ origin }) => origin)).size).toBeLessThanOrEqual(1);
  });

  test('has no package that wants another by file, git or address', () => {
    const wanted = locked.flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, spec]) => ({ path, name, spec })),
    );
    const range = (spec: string) => spec.replace(/^npm:(@[\w.-]+\/)?[\w.-]+@/, '');
    expect(wanted.filter(({ spec }) => /[/:#]/.test(range(spec)))).toEqual([]);
  });
});

test('no package of the app has anything run when it is installed', () => {
  expect(lockOf('.').filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  expect(installing('node_modules')).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  const own = Object.keys(manifest.scripts ?? {});
  expect(own.filter((name) => /^(pre|post)|^(install|prepare|dependencies)$/.test(name))).toEqual([]);
});

test('versions are exact', () => {
  expect(Object.entries(named).filter(([, spec]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+$/.test(spec))).toEqual([]);
});

test('each package is listed with its reason, and no other', () => {
  const [page = ''] = readFileSync('docs/dependencies.md', 'utf8').split('## Tried and not taken');
  const rows = [...page.matchAll(/^\| `([^`]+)` .*\| (\S.*?) *\|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(named).sort());
  const [shipped = ''] = page.split('## Tools');
  const inPage = rows.map(([, name = '']) => name).filter((name) => shipped.includes(`| \`${name}\` `));
  expect(inPage.sort()).toEqual([...Object.keys(manifest.dependencies ?? {}), 'svelte'].sort());
});

/** Installed packages with a script that npm would run when it installs them, or a native part that it would build. */
function installing(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap(({ name }) => {
    if (name.startsWith('.')) return [];
    const path = join(folder, name);
    if (name.startsWith('@')) return installing(path);
    if (!existsSync(join(path, 'package.json'))) return [];
    const { scripts = {} } = readJson(join(path, 'package.json')) as Manifest;
    const runs = ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
    return [
      ...(runs || existsSync(join(path, 'binding.gyp')) ? [path] : []),
      ...installing(join(path, 'node_modules')),
    ];
  });
}
