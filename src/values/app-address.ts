/** The page's address for a new session; the installed app's shortcut menu opens it. */
export const newSessionFragment = '#/new';

/**
 * The page's address after something was shared with the app. It contains none of the content, which waits in the share
 * inbox.
 */
export const shareReceivedFragment = '#/shared';

/** The start of the URL fragment of an invitation link for devices; the invitation's code follows. */
export const invitationFragment = '#/join/';
