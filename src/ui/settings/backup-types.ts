/** The types of file that a backup may have. */
export const backupFileTypes = '.jsonl,application/x-ndjson,text/plain';
