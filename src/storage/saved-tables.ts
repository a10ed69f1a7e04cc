/**
 * The tables that a backup holds, in the order of its lines: what belongs to sessions, then what stands alone, and at
 * last the sessions themselves. Fences and handles mean nothing elsewhere.
 */
export const savedTables = [
  'versions',
  'journal',
  'files',
  'contents',
  'todos',
  'entries',
  'settings',
  'profiles',
  'templates',
  'notes',
  'due_runs',
  'damaged',
  'sessions',
] as const;

export type SavedTable = (typeof savedTables)[number];
