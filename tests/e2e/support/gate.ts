/** A place where the other side stands still until the test lets it go on. */
export class Gate {
  /** Resolves once somebody stands before the gate. */
  readonly arrived: Promise<void>;
  readonly #opened: Promise<void>;
  #arrive = (): void => undefined;
  #open = (): void => undefined;

  constructor() {
    this.arrived = new Promise((resolve) => (this.#arrive = resolve));
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open();
  }

  async pass(): Promise<void> {
    this.#arrive();
    await this.#opened;
  }
}
