import { describe, expect, test } from 'vitest';

const sources = import.meta.glob<string>(
  ['./**/*.ts', '!./**/node_modules/**', '!./{trials,peers}/**', './trials/simulation.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

interface Rule {
  what: string;
  found: RegExp;
  /** Files whose business it is, each with its reason. */
  apart?: Record<string, string>;
}

/** Twenty seconds, in milliseconds: the shortest time that a test of the gate may wait for what it expects to see. */
const shortest = 20_000;

const rules: Rule[] = [
  {
    what: 'asserts how long something took',
    found:
      /expect\([^\n]*(?:performance\.now|Date\.now|cpuUsage|hrtime|\b(?:took|elapsed|spent)\b)[^\n]*\)\s*\.(?:not\.)?toBe(?:Less|Greater)Than/g,
  },
  {
    what: 'measures time',
    found: /performance\.now\(|cpuUsage|hrtime/g,
    apart: {
      './fixtures/figure.ts': 'records figures for the bench, and asserts none',
      './unit/tools/run-program.test.ts': 'gives the sandbox its clock',
      './e2e/support/page-sandbox.ts': 'is asked by the measured trials only',
      './trials/simulation.test.ts': 'prints how long it took',
    },
  },
  {
    what: 'sleeps',
    found: /waitForTimeout\(|setTimeout\(\s*(?:resolve|done|go|r|_)\s*,\s*[1-9]/g,
    apart: {
      './unit/model/endpoint-model.test.ts': 'waits under fake timers',
      './e2e/support/model-site.ts': 'sends a file in pieces, for as long as somebody listens',
    },
  },
  { what: 'ends a browser or a process by force', found: /SIGKILL|Page\.crash|process\.kill\(/g },
];

function places(found: RegExp, text: string): number[] {
  return [...text.matchAll(found)].map(({ index }) => text.slice(0, index).split('\n').length);
}

function shortWaits(text: string): number[] {
  return [...text.matchAll(/\btimeout: ([\d_]+)/g)]
    .filter(([, ms = '']) => Number(ms.replaceAll('_', '')) < shortest)
    .map(({ index }) => text.slice(0, index).split('\n').length);
}

describe('what the gate runs', () => {
  const others = Object.entries(sources).filter(([path]) => path !== './gate-without-clock.test.ts');

  test('is seen', () => {
    expect(others.length).toBeGreaterThan(300);
    for (const folder of ['unit', 'component', 'e2e'])
      expect(others.some(([path]) => path.startsWith(`./${folder}/`))).toBe(true);
  });

  test.each(rules)('never $what', ({ found, apart = {} }) => {
    const wrong = others
      .filter(([path]) => !(path in apart))
      .flatMap(([path, text]) => places(found, text).map((line) => `${path}:${String(line)}`));
    expect(wrong).toEqual([]);
  });

  test('waits at least twenty seconds for what it expects to see', () => {
    const wrong = others.flatMap(([path, text]) => shortWaits(text).map((line) => `${path}:${String(line)}`));
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['asserts how long something took', 'expect(performance.now() - begun).toBeLessThan(500);'],
  ['asserts how long something took', 'expect(took).toBeLessThan(500);'],
  ['measures time', 'const begun = performance.now();'],
  ['sleeps', 'await page.waitForTimeout(300);'],
  ['sleeps', 'await new Promise((resolve) => setTimeout(resolve, 300));'],
  ['ends a browser or a process by force', "process.kill(id, 'SIGKILL');"],
])('a planted line that %s is found: %s', (what, line) => {
  const rule = rules.find((each) => each.what === what);
  expect(rule && places(rule.found, `one\n${line}`)).toContain(2);
});

test('a planted short wait is found', () => {
  expect(shortWaits('await expect(row).toBeVisible({ timeout: 500 });')).toEqual([1]);
});
