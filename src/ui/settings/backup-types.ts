/** The types of file that a backup may have. */
export const backupTypes = '.jsonl,application/x-ndjson,text/plain';
