import { sessionAddress, type PagePlace } from './session-address.ts';

/** Keeps the page's address true to what is shown; another place is a step of its own in the browser's history. */
export function noteAddress(place: PagePlace): void {
  const address = sessionAddress.write(place);
  if (address === location.hash) return;
  const before = sessionAddress.read(location.hash);
  history[before ? 'pushState' : 'replaceState'](null, '', address);
}
