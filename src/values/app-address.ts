/** The page's address for a new session; the installed app's shortcut menu opens it. */
export const freshAddress = '#/new';

/**
 * The page's address after something was shared with the app. It contains none of the content, which waits in the share
 * inbox.
 */
export const sharedAddress = '#/shared';

/** The prefix of the page's address by which a device joins others; the code of the invitation follows. */
export const joinAddress = '#/join/';
