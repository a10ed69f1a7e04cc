import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PieceAssembler } from '../../../src/records/pieces.ts';
import { runImport } from '../../../src/formats/run-import.ts';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import type { PlanFileReading } from '../../../src/formats/plan-file/plan-file-reading.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import type { FileReaderMessage } from '../../../src/ports/file-reading.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z' };
const newId = (prefix: string) => `${prefix}_1`;

/** Reads a file by a message port, as the page hears it from its worker. */
async function told(file: Blob): Promise<{ signs: string[]; sizes: number[]; value: unknown }> {
  const { port1, port2 } = new MessageChannel();
  const signs: string[] = [];
  const sizes: number[] = [];
  const joined = new PieceAssembler();
  await new Promise<void>((resolve) => {
    port2.onmessage = ({ data }: MessageEvent<FileReaderMessage>) => {
      signs.push(data.kind);
      sizes.push(JSON.stringify(data).length);
      if (data.kind === 'pieces') joined.add(data.pieces);
      else if (data.kind !== 'alive') resolve();
    };
    void runImport({ kind: 'plan', file, ...context }, newId, (sign) => port1.postMessage(sign));
  });
  port1.close();
  return { signs, sizes, value: joined.value };
}

const readAside = async (text: string) => (await told(new Blob([text]))).value as PlanFileReading;

test('R13.4 what is read aside is what is read here, for every plan', async () => {
  await fc.assert(
    fc.asyncProperty(planArbitrary, async (plan) => {
      const text = exportPlan(plan);
      expect(await readAside(text)).toEqual(readPlanFile(text, context));
    }),
    { numRuns: 60 },
  );
});

test('R13.4 what is refused aside is refused for the same reason as here', async () => {
  const folder = new URL('../../fixtures/broken-plans/', import.meta.url);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(new URL(name, folder));
    const { value } = await told(new Blob([bytes]));
    const here = readPlanFile(bytes.toString('utf8').replace(/^\uFEFF/, ''), context);
    expect([name, value]).toMatchObject([name, here]);
  }
});

test('R13.4 a plan of 10,000 steps arrives in many pieces, none of which takes long to take in', async () => {
  const steps = Array.from({ length: 10_000 }, (_, at) => ({
    id: `s${at}`,
    description: `Task ${at}`,
    output: [at, {}],
  }));
  const text = JSON.stringify({ version: 1, goal: 'Many', steps });
  const { signs, sizes, value } = await told(new Blob([text]));
  expect(signs.filter((kind) => kind === 'pieces').length).toBeGreaterThan(40);
  expect(Math.max(...sizes)).toBeLessThan(JSON.stringify(value).length / 40);
  expect(value).toEqual(readPlanFile(text, context));
  expect(signs.filter((kind) => kind === 'alive').length).toBeGreaterThan(4);
});

test('R13.4 a file that cannot be had, and a reading that breaks down, are told apart', async () => {
  const gone = new Blob(['x']);
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  expect((await told(gone)).signs).toEqual(['alive', 'unreadable']);
  const odd = new Blob(['x']);
  odd.arrayBuffer = async () => Symbol('odd') as unknown as ArrayBuffer;
  expect((await told(odd)).signs).toEqual(['alive', 'crashed']);
});

test('R2.5 lines that lost letters are named one by one, from the 21st on by their range', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, description: `Caf\uFFFD ${at}` }));
  const text = JSON.stringify({ version: 1, goal: 'Coffee', steps: lines }, null, 1);
  const reading = await readAside(text);
  const repairs = reading.ok ? reading.repairs.filter(({ code }) => code === 'lost_letter') : [];
  const n = (at: number) => text.split('\n').findIndex((line) => line.includes(`Caf\uFFFD ${at}"`)) + 1;
  expect(repairs.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 20 }, (_, at) => String(n(at))),
    `${n(20)}–${n(29)}`,
  ]);
});

const reaching = ['__proto__', 'constructor', 'prototype'];
const harmless = ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '__lookupSetter__'];

const ownOfPrototype = () => Object.getOwnPropertyDescriptors(Object.prototype);

/** Every key of a value, at any depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(item)]);
}

test('R2.6, R13.4 keys that reach into prototypes never arrive, wherever they stand, and nothing is polluted', async () => {
  const before = ownOfPrototype();
  for (const key of [...reaching, ...harmless]) {
    const evil = `"${key}": {"polluted": 1, "nested": {"${key}": {"polluted": 2}}}`;
    const step = `"id": "a", "description": "x", "status": "pending"`;
    const places = [
      `{"version": 1, ${evil}, "goal": "g", "steps": [{${step}}]}`,
      `{"version": 1, "goal": "g", "steps": [{${step}, ${evil}}]}`,
      `{"version": 1, "goal": "g", "steps": [{${step}, "parameters": {"keep": [{${evil}}]}}]}`,
      `{"version": 1, "goal": "g", "steps": [{${step}, "output": [[{"deep": {${evil}}}]]}]}`,
      `{"version": 1, "goal": "g", "steps": [{${step}, "progress": {"current": 1, "total": 2, ${evil}}}]}`,
      `{"version": 1, "goal": "g", "steps": [{${step}, "plan": {"goal": "g", "steps": [{${step}, ${evil}}], ${evil}}}]}`,
      `{"todos": [{"content": "x", ${evil}}], ${evil}}`,
    ];
    for (const text of places) {
      const reading = await readAside(text);
      expect(reading, text).toMatchObject({ ok: true });
      const keys = keysOf(reading.ok && reading.plan);
      for (const name of reaching) expect(keys, text).not.toContain(name);
      expect(reading).toEqual(readPlanFile(text, context));
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(([] as unknown as Record<string, unknown>).polluted).toBeUndefined();
  expect(ownOfPrototype()).toEqual(before);
});
