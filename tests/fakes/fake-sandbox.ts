import type { Sandbox, SandboxOutcome, SandboxProgram } from '../../src/ports/sandbox.ts';

/** A sandbox that runs nothing: it returns the test's `outcome`, and records the programs. */
export class FakeSandbox implements Sandbox {
  readonly programs: SandboxProgram[] = [];
  outcome: SandboxOutcome = { kind: 'value', json: 'null', logs: [] };

  async run(program: SandboxProgram): Promise<SandboxOutcome> {
    this.programs.push(program);
    return this.outcome;
  }
}
