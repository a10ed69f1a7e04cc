import variant from '@jitl/quickjs-wasmfile-release-sync';
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../ports/sandbox.ts';
import { runProgram } from '../tools/compute/run-program.ts';

/** The worker of one run: its time counts from `ready` on, and the page terminates it after the answer. */
addEventListener('message', ({ data }: MessageEvent<{ program: SandboxProgram; limits: SandboxLimits }>) => {
  void answer(data.program, data.limits);
});

async function answer(program: SandboxProgram, limits: SandboxLimits): Promise<void> {
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmLocation })).catch(() => null);
  if (!quickjs) {
    tell({ kind: 'unavailable' });
    return;
  }
  postMessage('ready');
  try {
    tell(runProgram(quickjs, program, limits, () => performance.now()));
  } catch {
    tell({ kind: 'crashed' });
  }
}

function tell(outcome: SandboxOutcome): void {
  postMessage(outcome);
}
