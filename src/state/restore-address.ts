/** The page's address (`#/restore`) that leads to the settings, where a backup can be read in. */
export const restoreAddress = '#/restore';
