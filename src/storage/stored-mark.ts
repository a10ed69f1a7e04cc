/** The name of the mark in separate storage which says that the database has contents. */
export const databaseFlagKey = 'cairn.stored';
/** The mark's value from the beginning of a deletion until the database is next opened. */
export const deletionMarkerValue = 'erasing';
