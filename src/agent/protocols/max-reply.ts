/** Longer replies are not read: no model means a decision of this length, and reading must not hold up the page. */
export const maxReply = 200_000;
