import type { ShelfFault } from '../ports/model-shelf.ts';

/** Ends a transfer from within; it never leaves the shelf. */
export class ShelfTrouble extends Error {
  readonly fault: ShelfFault;

  constructor(fault: ShelfFault) {
    super(fault.code);
    this.fault = fault;
  }
}
