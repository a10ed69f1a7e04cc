/** A wait for the model that is under way: for its first words, or (`said`) for more of them. */
export interface ModelWait {
  /** When it began, or the last payload came; ISO 8601. */
  since: string;
  said: boolean;
  /** When the call is given up, in milliseconds from `since`; null where nothing ends it. */
  limit_ms: number | null;
  /** How much of a model that runs in the page has been brought into the memory, 0 to 1. */
  loaded?: number;
}
