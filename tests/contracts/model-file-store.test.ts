import { describe, test } from 'vitest';
import { MemoryModelFiles, type ModelAnswer } from '../fakes/memory-model-files.ts';
import { modelFileStoreContract, modelSite, type ModelFilesWorld } from './model-file-store.ts';

const site = 'https://models.example';

/** The site that the contract needs; `closed`, which other pages may not read, does not answer. */
function world(): ModelFilesWorld {
  const asked: string[] = [];
  const bytes = modelSite.bytes();
  const served = new Map<string, ModelAnswer>([
    [modelSite.good, { bytes }],
    [modelSite.broken, { bytes, cuts: [120_000] }],
    [modelSite.hopeless, { bytes, cuts: Array<number>(9).fill(120_000) }],
    [modelSite.missing, { status: 404 }],
    [modelSite.page, { bytes: new TextEncoder().encode('<!doctype html><title>Sign in</title>') }],
    [modelSite.endless, { bytes }],
  ]);
  const files = new MemoryModelFiles((address) => {
    const path = address.replace(site, '');
    asked.push(path);
    return served.get(path) ?? null;
  });
  return {
    files,
    site,
    closed: 'https://closed.example/a.gguf',
    asked: (path) => asked.filter((each) => each === path).length,
  };
}

describe('R11.4 the model file store contract: memory', () => {
  for (const [title, holds] of Object.entries(modelFileStoreContract)) test(title, () => holds(world()));
});
