import { panes, type Pane } from './pane.ts';

/** A place in the page: a session, what is in front of it, and a thing there, such as a step or a file. */
export interface PagePlace {
  session: string;
  pane: Pane;
  thing: string | null;
}

/**
 * The place that the page's address names: `#/s/<session>`, `#/s/<session>/<pane>` or `#/s/<session>/<pane>/<thing>`; null
 * where it names none. It only opens what exists; it starts nothing (R13.4).
 */
export const sessionAddress = {
  read(hash: string): PagePlace | null {
    const [, session, named = 'conversation', thing] =
      /^#\/s\/([\w.~-]{1,200})(?:\/([a-z]+)(?:\/([\w.~%!'()*-]{1,600}))?)?$/.exec(hash) ?? [];
    const pane = panes.find((known) => known === named);
    if (session === undefined || pane === undefined) return null;
    try {
      return { session, pane, thing: thing === undefined ? null : decodeURIComponent(thing) };
    } catch {
      return null;
    }
  },

  write({ session, pane, thing }: PagePlace): string {
    if (thing !== null) return `#/s/${session}/${pane}/${encodeURIComponent(thing)}`;
    return pane === 'conversation' ? `#/s/${session}` : `#/s/${session}/${pane}`;
  },
};
