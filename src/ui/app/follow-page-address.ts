import type { LazyModules } from './lazy-modules.svelte.ts';
import { sessionRoute, type PageLocation, settingsRoute, type SettingsSection } from './page-address.ts';

interface Arriving {
  readonly dependencies: { readonly parts: LazyModules };
  arriving: boolean;
  openSettings(section: SettingsSection): void;
  go(place: PageLocation): Promise<void>;
}

/**
 * Opens what the fragment of the page's address names, now and after each change; calls `newest` if it names nothing.
 * If a part of the page cannot be loaded, the page opens without it. While a dialog is open, a step back in the
 * browser's history closes it and changes nothing beneath.
 */
export async function followPageAddress(app: Arriving, newest: () => Promise<void>): Promise<void> {
  const { parts } = app.dependencies;
  const section = settingsRoute.read(location.hash);
  if (section) app.openSettings(section);
  const place = sessionRoute.read(location.hash);
  const firstPage = (place ? app.go(place) : newest()).then(
    () => void (app.arriving = false),
    (error: unknown) => {
      if (!parts.missing) throw error;
    },
  );
  window.addEventListener('hashchange', ({ oldURL }) => {
    if (closeTopDialog()) {
      history.pushState(null, '', oldURL);
      return;
    }
    const pageLocation = sessionRoute.read(location.hash);
    if (pageLocation) void app.go(pageLocation);
  });
  await Promise.race([firstPage, parts.lateness()]);
}

/** Closes the dialog that was opened last; false if none is open. */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  top?.close();
  return top !== undefined;
}
