/** A sign that tabs put up while they are at work, for the other tabs to see. It goes with the tab. */
export interface WorkSign {
  /** Up until the returned function is called. */
  raise(): () => void;
  /** Whether any tab has it up. */
  isUp(): Promise<boolean>;
  /** Resolves once no tab has it up. */
  down(): Promise<void>;
}
