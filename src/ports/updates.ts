import type { Live } from './live.ts';

/** Newer versions of the app itself. Nothing here throws. */
export interface Updates {
  /** A newer version is there and waits. */
  waiting: Live<boolean>;
  /** Is told once, when a newer version has taken over: this page is of an old one from then on. */
  replaced: Live<true>;
  /** Lets the version that waits take over, in all tabs. */
  apply(): void;
}
