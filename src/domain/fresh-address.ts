/** The page's address for a new session, which the app's own menu on a device leads to. */
export const freshAddress = '#/new';
