/** `who` works on it? I do, `here`. `hand_over`: let me work on it. */
export type TabWord = 'who' | 'here' | 'hand_over';

/** Words between the tabs of one browser about a session (R12.3). No tab hears its own; one that is frozen hears nothing. */
export interface Tabs {
  say(sessionId: string, word: TabWord): void;
  hear(sessionId: string, next: (word: TabWord) => void): () => void;
}
