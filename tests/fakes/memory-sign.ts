import type { SharedBusyFlag } from '../../src/ports/pwa.ts';

/** A busy flag within one process; all who share an object act as tabs. */
export class MemorySign implements SharedBusyFlag {
  #raised = 0;
  #waiting: (() => void)[] = [];

  set(): () => void {
    this.#raised += 1;
    let up = true;
    return () => {
      if (!up) return;
      up = false;
      this.#raised -= 1;
      if (this.#raised === 0) this.#waiting.splice(0).forEach((told) => told());
    };
  }

  async isSet(): Promise<boolean> {
    return this.#raised > 0;
  }

  whenClear(): Promise<void> {
    return this.#raised === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
