/** The name of the mark in separate storage that says that the database has contents. */
export const markName = 'cairn.stored';
/** The mark's value from the beginning of a deletion until the next beginning. */
export const erasing = 'erasing';
