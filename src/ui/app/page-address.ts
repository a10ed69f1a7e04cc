/** The panes: on a phone including the conversation, else those beside it. */
export const panes = ['conversation', 'plan', 'todo', 'schedule', 'files', 'history'] as const;

export type Pane = (typeof panes)[number];

/** A location in the page: a session, its pane, and an item in that pane, such as a step or a file. */
export interface PageLocation {
  session: string;
  pane: Pane;
  thing: string | null;
}

/**
 * The location that the page's address names: `#/s/<session>`, `#/s/<session>/<pane>` or
 * `#/s/<session>/<pane>/<thing>`; null if it names none. An address only opens what exists and starts nothing.
 */
export const sessionRoute = {
  read(hash: string): PageLocation | null {
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
 * The section of the settings that the page's address names (`#/settings/<section>`), or null. An address only opens
 * it.
 */
export const settingsRoute = {
  read(hash: string): SettingsSection | null {
    return settingsSections.find((section) => hash === start + section) ?? null;
  },
  write(section: SettingsSection): string {
    return start + section;
  },
};
