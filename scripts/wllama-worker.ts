import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const parts = new URL('../node_modules/@wllama/wllama/src/', import.meta.url);

/** The worker's parameters are in its name; a pthread of the engine runs the engine alone. */
const opening = `
if (self.name.startsWith('em-pthread')) {
  startEngine();
} else {
  startWllama(JSON.parse(self.name));
}
`;

/** Replacements for browsers that cannot suspend WebAssembly, as in wllama's own worker. */
const suspending = `
if (!WebAssembly.Suspending) {
  WebAssembly.Suspending = function (work) { return work; };
  WebAssembly.promising = (work) => (...args) => {
    try { return Promise.resolve(work(...args)); } catch (error) { return Promise.reject(error); }
  };
}
`;

/**
 * wllama assembles its worker at run time, as a blob, which the page's policy forbids. The build makes a file of the
 * same parts, and has wllama start that file. The development server has no policy and does without.
 */
export const wllamaWorker: Plugin = {
  name: 'wllama-worker',
  apply: 'build',
  transform: {
    filter: { id: /@wllama\/wllama\/esm\/index\.js$/ },
    handler(code) {
      const file = this.emitFile({ type: 'asset', name: 'wllama-worker.js', source: worker() });
      return { code: withWorker(code, `import.meta.ROLLUP_FILE_URL_${file}`), map: null };
    },
  },
};

function worker(): string {
  const engine = readFileSync(new URL('wasm/wllama.js', parts), 'utf8');
  const frame = readFileSync(new URL('workers-code/llama-cpp.js', parts), 'utf8');
  return `${suspending}
function startEngine() { ${engine} }
function startWllama(RUN_OPTIONS) {
  if (RUN_OPTIONS.noWebGPU)
    Object.defineProperty(WorkerNavigator.prototype, 'gpu', { get: () => ({ requestAdapter: async () => null }) });
  function wModuleInit() { ${replaced(engine, 'var Module', 'var ___Module')}; return Module; }
  ${replaced(frame, '? argMainScriptBlob', '? self.location.href')}
}
${opening}`;
}

function withWorker(code: string, address: string): string {
  const start = `this.worker = new Worker(workerScript, {
  type: 'module',
  name: JSON.stringify({ ...runOptions, noWebGPU: this.resources.noWebGPU }),
})`;
  const trusted = `
const workerAddress = ${address};
const workerScript =
  globalThis.trustedTypes
    ?.createPolicy('wllama-worker', { createScriptURL: () => workerAddress })
    .createScriptURL('') ?? workerAddress;`;
  const without = ['LLAMA_CPP_WORKER_CODE', 'WLLAMA_EMSCRIPTEN_CODE'].reduce(
    (rest, name) => rest.replace(new RegExp(`^var ${name} = .*;$`, 'm'), `var ${name} = '';`),
    code,
  );
  return replaced(without, 'this.worker = createWorker(completeCode)', start) + trusted;
}

/** Fails the build if a new version of wllama looks different. */
function replaced(text: string, old: string, by: string): string {
  if (!text.includes(old)) throw new Error(`wllama has changed: “${old}” is not there. See scripts/wllama-worker.ts.`);
  return text.replace(old, () => by);
}
