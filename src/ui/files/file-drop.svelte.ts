/** Accepts files dropped on an element, not on a dialog within it; `over` is true while files are dragged above it. */
export class FileDrop {
  over = $state(false);
  readonly #dropped: (files: File[]) => void;

  constructor(dropped: (files: File[]) => void) {
    this.#dropped = dropped;
  }

  readonly attach = (element: HTMLElement): (() => void) => {
    const listening = new AbortController();
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', dragListener: (event: DragEvent) => void) =>
      element.addEventListener(
        type,
        (event) => (holdsFiles(event) && !isInDialog(event) ? dragListener(event) : undefined),
        {
          signal: listening.signal,
        },
      );
    on('dragenter', () => (this.over = true));
    on('dragover', (event) => event.preventDefault());
    on('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) this.over = false;
    });
    on('drop', (event) => {
      event.preventDefault();
      this.over = false;
      this.#dropped([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  };
}

const isInDialog = ({ target }: DragEvent) => target instanceof Element && target.closest('dialog') !== null;

export const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
