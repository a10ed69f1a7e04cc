/** A stored row of a session, with its table. */
export interface StoredSessionRow {
  table: string;
  row: unknown;
}

/** The parts that a person may leave out of a shared run: pages read, files, tool arguments, site names. */
export const redactableParts = ['pages', 'files', 'arguments', 'sites'] as const;
export type RedactablePart = (typeof redactableParts)[number];

/** The replacement for left-out text. */
export const redactionMark = '[…]';

/** The messages that a saved page needs, by key: in English and in Chinese. */
export type ViewerTranslations = Readonly<Record<string, readonly [en: string, zh: string]>>;

/** The ids of the elements of an exported HTML page: `record` has the session's data, `words` the interface's texts. */
export const viewerElementIds = { record: 'cairn-record', words: 'cairn-words', office: 'cairn-office' } as const;
