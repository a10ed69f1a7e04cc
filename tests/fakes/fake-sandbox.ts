import type { Sandbox, SandboxLimits, SandboxOutcome, SandboxProgram } from '../../src/ports/sandbox.ts';

/** A sandbox that runs nothing: it returns the test's `outcome`, and records the programs and their limits. */
export class FakeSandbox implements Sandbox {
  readonly programs: SandboxProgram[] = [];
  readonly limits: SandboxLimits[] = [];
  outcome: SandboxOutcome = { kind: 'value', json: 'null', logs: [] };

  async run(program: SandboxProgram, limits: SandboxLimits): Promise<SandboxOutcome> {
    this.programs.push(program);
    this.limits.push(limits);
    return this.outcome;
  }
}
