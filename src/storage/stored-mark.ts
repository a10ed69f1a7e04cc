/**
 * The key of a flag that is stored outside of the database and says that the database has contents, so that a lost
 * database is noticed.
 */
export const databaseFlagKey = 'cairn.stored';
/** The mark's value from the beginning of a deletion until the database is next opened. */
export const deletionMarkerValue = 'erasing';
