/** A row that did not fit its schema, as it was found. */
export interface DamagedRow {
  /** Table and key. */
  place: string;
  table: string;
  key: string;
  row: unknown;
}
