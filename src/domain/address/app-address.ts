/** The page's address for a new session, which the app's own menu on a device leads to. */
export const freshAddress = '#/new';

/** The page's address after something was shared with the app. It says nothing of what: that lies on a shelf of the browser's. */
export const sharedAddress = '#/shared';
