import { plainToolName } from '../../values/plain-tool-name.ts';
import { characterEscape } from '../../values/hidden-characters.ts';
import type { ToolResult } from '../../task/tool-result.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** The names of Cairn's own tools, as a plan writes them. */
export const ownToolNames = [
  'fetch',
  'search',
  'look',
  'read_artifact',
  'todo',
  'schedule',
  'files',
  'compute',
  'chart',
  'memory',
] as const;

/** Returns the name if it is one of Cairn's own tools; undefined for other tools. */
export function ownToolName(name: string): (typeof ownToolNames)[number] | undefined {
  return ownToolNames.find((known) => known === name);
}

/** Returns the names of a server's tool and the server for people; undefined for a tool of no server in the settings. */
export function serverToolNamed(name: string, { servers }: Translator): ToolResult['server_tool'] {
  for (const { name: server, tool_names: names = {} } of servers?.() ?? [])
    if (Object.hasOwn(names, name)) return { tool: names[name] ?? '', server };
  return undefined;
}

/** The name of a tool for people: Cairn's own are translated, those of a server are told by what is known of them. */
export function shownToolName(name: string, words: Translator): string {
  const known = ownToolName(name);
  if (known) return words.t(`tool.${known}`);
  const named = serverToolNamed(name, words);
  if (named) return escapeInvisibleCharacters(words.t('text.pair', { name: named.server, text: named.tool }));
  return plainToolName(name) || words.t('tool.of_server');
}

/**
 * Invisible characters: controls, format characters (bidirectional ones included), fillers and lone surrogates. Line
 * ends and the variation selectors of emoji are excluded.
 */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the text with every character that is invisible or changes the reading order written out, except line ends,
 * so that people see exactly what they approve.
 */
export function escapeInvisibleCharacters(text: string): string {
  return text.replace(unseen, characterEscape);
}
