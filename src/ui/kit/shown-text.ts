import { plainToolName } from '../../values/plain-tool-name.ts';
import { characterEscape } from '../../values/hidden-characters.ts';
import type { ToolResult } from '../../task/tool-result.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** The names of Cairn's own tools, as a plan writes them. */
export const builtInToolNames = [
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
export function asBuiltInToolName(name: string): (typeof builtInToolNames)[number] | undefined {
  return builtInToolNames.find((toolName) => toolName === name);
}

/**
 * Returns the names of a server's tool and the server for people; undefined for a tool of no server in the settings.
 */
export function serverToolDisplayNames(name: string, { servers }: Translator): ToolResult['server_tool'] {
  for (const { name: server, tool_names: names = {} } of servers?.() ?? [])
    if (Object.hasOwn(names, name)) return { tool: names[name] ?? '', server };
  return undefined;
}

/** The name of a tool for people: Cairn's own are translated, those of a server are told by what is known of them. */
export function toolDisplayName(name: string, words: Translator): string {
  const builtInName = asBuiltInToolName(name);
  if (builtInName) return words.t(`tool.${builtInName}`);
  const serverToolNames = serverToolDisplayNames(name, words);
  if (serverToolNames)
    return escapeInvisibleCharacters(
      words.t('text.pair', { name: serverToolNames.server, text: serverToolNames.tool }),
    );
  return plainToolName(name) || words.t('tool.of_server');
}

/**
 * Letters of scripts in which a joiner between two letters decides their form: the Arabic, Indic and Mongolian ones.
 */
const joining = String.raw`(?=[\p{L}\p{M}])[\u0620-\u0dff\u1000-\u109f\u1780-\u18af]`;
const rightToLeft = String.raw`(?=\p{L})[\u05d0-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]`;

/**
 * What is needed to write a word or an emoji and hides nothing: joiners between letters of joining scripts and within
 * an emoji, the variation selector of an emoji, and a direction mark that stands by a right-to-left letter, also with
 * one sign between them.
 */
const meaningfulJoiners = [
  String.raw`(?<=${joining})[\u200c\u200d](?=${joining})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=${rightToLeft}[^\p{L}\p{C}]?)[\u061c\u200e\u200f]|[\u061c\u200e\u200f](?=[^\p{L}\p{C}]?${rightToLeft})`,
].join('|');

/** Invisible characters: controls, format characters (bidirectional ones included), fillers and lone surrogates. */
const invisibleCharacters = new RegExp(
  String.raw`(?!\n|${meaningfulJoiners})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

/**
 * Returns the text with every character that is invisible or changes the reading order written out, except line ends
 * and those that a script or an emoji needs, so that people see exactly what they approve.
 */
export function escapeInvisibleCharacters(text: string): string {
  return text.replace(invisibleCharacters, characterEscape);
}

/**
 * Returns a program, or another text that is sent or stored as it stands, as `escapeInvisibleCharacters` does, but with
 * its tabs, and with line ends of Windows as line ends.
 */
export function escapeInvisibleInCode(text: string): string {
  return text.replaceAll('\r\n', '\n').split('\t').map(escapeInvisibleCharacters).join('\t');
}
