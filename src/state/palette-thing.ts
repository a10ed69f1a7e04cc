import type { Pane } from './pane.ts';

/** Where each kind of thing is shown; null: in the dialog of the notes. */
export const paneOfThing = {
  session: 'conversation',
  file: 'files',
  todo: 'todo',
  entry: 'schedule',
  note: null,
  step: 'plan',
  message: 'conversation',
} as const satisfies Record<string, Pane | null>;

export type ThingKind = keyof typeof paneOfThing;

/** Something that is kept on this machine and can be found by its words. */
export interface Thing {
  kind: ThingKind;
  /** Null: of no session in particular. */
  session: string | null;
  /** What the page's address calls it; null: the session as a whole. */
  thing: string | null;
  /** Empty where the title of its session stands for it. */
  title: string;
  text: string;
  /** When it was last changed; of a calendar entry, when it is, and empty where that is more than once. */
  at: string;
}
