import assert from 'node:assert/strict';
import type { ModelFileStore, ModelTransferProgress, ModelFileOptions } from '../../src/ports/model-file-store.ts';

/** The files that a site of models must serve for the contract. */
export const modelSite = {
  /** A model, in many pieces; begins like every GGUF file. */
  good: '/models/good%20one.gguf?download=true',
  /** The same, but cut off in the middle of the first response; a request for the rest is answered. */
  broken: '/models/broken.gguf',
  /** Always cut off at the same byte. */
  hopeless: '/models/hopeless.gguf',
  missing: '/models/missing.gguf',
  page: '/models/page.gguf',
  /** A response that never ends. */
  endless: '/models/endless.gguf',
  /** One of several parts of a model. */
  part: '/models/big-00001-of-00003.gguf',
  bytes: () => {
    const bytes = new Uint8Array(300_000).map((_, at) => (at * 31) % 251);
    bytes.set([0x47, 0x47, 0x55, 0x46]);
    return bytes;
  },
} as const;

export interface ModelFilesWorld {
  files: ModelFileStore;
  /** The origin of the site that serves `modelSite`. */
  site: string;
  /** An address that other pages may not read (no CORS). */
  closed: string;
  /** Returns how often the path has been requested. */
  asked: (path: string) => number;
}

const options = (more: Partial<ModelFileOptions> = {}): ModelFileOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...more,
});
const name = 'good one.gguf';
const bytesOf = async (files: ModelFileStore, which: string) =>
  new Uint8Array((await (await files.open(which))?.arrayBuffer()) ?? new ArrayBuffer());

/**
 * The contract of every model file store (the port's docstring), run over the fake and, in the browser, over the real
 * one.
 */
export const modelFileStoreContract: Record<string, (world: ModelFilesWorld) => Promise<void>> = {
  'a model from an address is there whole, under the last part of its address, and how far it has come is told':
    async ({ files, site }) => {
      const told: ModelTransferProgress[] = [];
      const outcome = await files.fromAddress(
        site + modelSite.good,
        options({ onProgress: (progress) => told.push(progress) }),
      );
      const bytes = modelSite.bytes();
      assert.deepEqual(outcome, { ok: true, value: { name, bytes: bytes.length } });
      assert.deepEqual(await files.list(), [{ name, bytes: bytes.length }]);
      assert.deepEqual(await bytesOf(files, name), bytes);
      assert.deepEqual(told.at(-1), { done: bytes.length, total: bytes.length });
      assert.ok(told.every(({ done }, at) => at === 0 || done >= (told[at - 1]?.done ?? 0)));
    },
  'one that is here already is not loaded again': async ({ files, site, asked }) => {
    await files.fromAddress(site + modelSite.good, options());
    const again = await files.fromAddress(site + modelSite.good, options());
    assert.ok(again.ok);
    assert.equal(asked(modelSite.good), 1);
  },
  'a broken connection is taken up where it broke': async ({ files, site, asked }) => {
    const outcome = await files.fromAddress(site + modelSite.broken, options());
    assert.ok(outcome.ok);
    assert.deepEqual(await bytesOf(files, 'broken.gguf'), modelSite.bytes());
    assert.equal(asked(modelSite.broken), 2);
  },
  'one that always breaks is given up, and nothing is kept': async ({ files, site }) => {
    assert.deepEqual(await files.fromAddress(site + modelSite.hopeless, options()), {
      ok: false,
      error: { code: 'cut' },
    });
    assert.deepEqual(await files.list(), []);
    assert.equal(await files.open('hopeless.gguf'), null);
  },
  'what the site does not give out, what is no model and what is part of one are refused by name, and nothing is kept':
    async ({ files, site, closed }) => {
      const host = new URL(site).host;
      const fault = async (address: string) => {
        const outcome = await files.fromAddress(address, options());
        return outcome.ok ? null : outcome.error;
      };
      assert.deepEqual(await fault(site + modelSite.missing), { code: 'refused', host, status: 404 });
      assert.deepEqual(await fault(site + modelSite.page), { code: 'no_model' });
      assert.deepEqual(await fault(site + modelSite.part), { code: 'one_part' });
      assert.deepEqual(await fault(closed), { code: 'unreachable', host: new URL(closed).host });
      assert.deepEqual(await fault('good.gguf'), { code: 'bad_address' });
      assert.deepEqual(await fault('file:///good.gguf'), { code: 'bad_address' });
      assert.deepEqual(await files.list(), []);
    },
  'a stop ends it at once, and nothing is kept': async ({ files, site }) => {
    const stop = new AbortController();
    const outcome = await files.fromAddress(
      site + modelSite.endless,
      options({ signal: stop.signal, onProgress: ({ done }) => done > 0 && stop.abort() }),
    );
    assert.deepEqual(outcome, { ok: false, error: { code: 'stopped' } });
    assert.deepEqual(await files.list(), []);
    const before = await files.fromAddress(site + modelSite.good, options({ signal: AbortSignal.abort() }));
    assert.deepEqual(before, { ok: false, error: { code: 'stopped' } });
  },
  'a file is copied, takes the place of one with the same name, and stays as it was when the new one is no model':
    async ({ files }) => {
      const bytes = modelSite.bytes();
      const add = (content: Uint8Array<ArrayBuffer> | string) =>
        files.fromFile(new File([content], 'mine.gguf'), options());
      assert.ok((await add(bytes)).ok);
      assert.ok((await add(bytes.slice(0, 1000))).ok);
      assert.deepEqual(await files.list(), [{ name: 'mine.gguf', bytes: 1000 }]);
      assert.deepEqual(await add('<!doctype html>'), { ok: false, error: { code: 'no_model' } });
      assert.deepEqual(await add('GG'), { ok: false, error: { code: 'no_model' } });
      assert.deepEqual(await add(''), { ok: false, error: { code: 'no_model' } });
      assert.deepEqual(await files.list(), [{ name: 'mine.gguf', bytes: 1000 }]);
    },
  'a name that no file can have is mended': async ({ files }) => {
    const outcome = await files.fromFile(new File([modelSite.bytes()], '../a:b?.GGUF'), options());
    assert.deepEqual(outcome.ok && outcome.value.name, '_a_b_.gguf');
  },
  'a removed one is gone, and one that was never there too': async ({ files }) => {
    await files.fromFile(new File([modelSite.bytes()], 'mine.gguf'), options());
    assert.equal(await files.remove('mine.gguf'), true);
    assert.equal(await files.remove('mine.gguf'), true);
    assert.deepEqual(await files.list(), []);
    assert.equal(await files.open('mine.gguf'), null);
  },
};
