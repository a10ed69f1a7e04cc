/** The page's address after something was shared with the app. It says nothing of what: that lies on a shelf of the browser's. */
export const sharedAddress = '#/shared';
