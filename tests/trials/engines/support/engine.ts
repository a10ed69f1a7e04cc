export type EngineName = 'chromium' | 'firefox' | 'webkit';

export interface Point {
  x: number;
  y: number;
}

/** How a browser is started. */
export interface Start {
  /** The folder of a profile that outlives the browser. */
  profile: string | null;
  /** In a private window; Chromium and WebKit have no other without a profile. */
  isPrivate: boolean;
  /** Where downloads end up. */
  downloads: string;
  size: { width: number; height: number };
  scheme: 'light' | 'dark';
}

/** One tab of a real browser: what its driver must be able to do. Everything else is built on it in `visitor.ts`. */
export interface Tab {
  goto(address: string): Promise<void>;
  /** What the expression comes to in the page; a promise is waited for. The value is plain data. */
  evaluate<T>(expression: string): Promise<T>;
  mouse(act: 'move' | 'down' | 'up', at: Point): Promise<void>;
  /** Presses and lets go: `Enter`, `Control+k`, `a`. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Puts files into the file field that the selector finds. */
  setFiles(selector: string, paths: string[]): Promise<void>;
  /**
   * A finger that goes down at the first point, moves over the others and comes up at the last; null where it has none.
   */
  touch: ((path: Point[]) => Promise<void>) | null;
  screenshot(): Promise<Buffer>;
}

export interface Browser {
  readonly version: string;
  open(): Promise<Tab>;
  /** Ends all of its processes at once, without a word to any. */
  kill(): Promise<void>;
  close(): Promise<void>;
}
