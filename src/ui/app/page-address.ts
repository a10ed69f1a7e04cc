/**
 * All panes. On a phone one of them is shown at a time; on a wide screen the conversation is always shown, and one of
 * the others beside it.
 */
export const panes = ['conversation', 'plan', 'todo', 'schedule', 'files', 'history'] as const;

export type Pane = (typeof panes)[number];

/** A location in the page: a session, its pane, and an item in that pane, such as a step or a file. */
export interface PageLocation {
  session: string;
  pane: Pane;
  thing: string | null;
}

/**
 * Reads and writes the page address of a location in a session: `#/s/<session>`, `#/s/<session>/<pane>` or
 * `#/s/<session>/<pane>/<thing>`. `read` returns null for any other address. Opening an address never creates or starts
 * anything.
 */
export const sessionRoute = {
  read(hash: string): PageLocation | null {
    const [, session, paneName = 'conversation', thing] =
      /^#\/s\/([\w.~-]{1,200})(?:\/([a-z]+)(?:\/([\w.~%!'()*-]{1,600}))?)?$/.exec(hash) ?? [];
    const pane = panes.find((known) => known === paneName);
    if (session === undefined || pane === undefined) return null;
    try {
      return { session, pane, thing: thing === undefined ? null : decodeURIComponent(thing) };
    } catch {
      return null;
    }
  },

  write({ session, pane, thing }: PageLocation): string {
    if (thing !== null) return `#/s/${session}/${pane}/${encodeURIComponent(thing)}`;
    return pane === 'conversation' ? `#/s/${session}` : `#/s/${session}/${pane}`;
  },
};

/** Sets the page's address to the shown location; a new location adds an entry to the browser's history. */
export function updatePageAddress(place: PageLocation): void {
  const address = sessionRoute.write(place);
  if (address === location.hash) return;
  const before = sessionRoute.read(location.hash);
  history[before ? 'pushState' : 'replaceState'](null, '', address);
}

/** The sections of the settings, in the order shown. */
export const settingsSections = [
  'connection',
  'work',
  'tools',
  'search',
  'mcp',
  'look',
  'notifications',
  'data',
  'devices',
  'browser',
] as const;

export type SettingsSection = (typeof settingsSections)[number];

const start = '#/settings/';

/**
 * Reads and writes the page address of a section of the settings, `#/settings/<section>`. `read` returns null for any
 * other address.
 */
export const settingsRoute = {
  read(hash: string): SettingsSection | null {
    return settingsSections.find((section) => hash === start + section) ?? null;
  },
  write(section: SettingsSection): string {
    return start + section;
  },
};
