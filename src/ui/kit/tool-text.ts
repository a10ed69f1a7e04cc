import type { Words } from '../../state/words.svelte.ts';

const own = ['fetch', 'search', 'read_artifact', 'todo', 'schedule', 'files', 'compute', 'chart', 'memory'] as const;

/** The name as one of Cairn's own tools; undefined for a tool of somebody else. */
export function ownTool(name: string): (typeof own)[number] | undefined {
  return own.find((known) => known === name);
}

/** A tool's name for people: Cairn's own have one in each language, those of a server keep theirs. */
export function toolText(name: string, words: Words): string {
  const known = ownTool(name);
  return known ? words.t(`tool.${known}`) : name;
}
