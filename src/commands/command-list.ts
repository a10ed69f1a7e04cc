import { nearestName } from '../values/nearest-name.ts';

interface Command {
  name: string;
  /** Alternative names, without the slash; the last one is Chinese. */
  aliases: readonly string[];
  /** The arguments after the name. */
  usage: string;
}

/** All slash commands, in the order in which the list shows them. */
export const commandList = [
  { name: 'todo', aliases: ['待办'], usage: '[text]' },
  { name: 'schedule', aliases: ['日程'], usage: '[when what]' },
  { name: 'view', aliases: ['查看'], usage: '[today|tomorrow|week|month|plan]' },
  { name: 'new', aliases: ['新建'], usage: '' },
  { name: 'plan', aliases: ['计划'], usage: '[goal]' },
  { name: 'pause', aliases: ['暂停'], usage: '' },
  { name: 'continue', aliases: ['resume', '继续'], usage: '' },
  { name: 'stop', aliases: ['停止'], usage: '' },
  { name: 'retry', aliases: ['重试'], usage: '[step]' },
  { name: 'skip', aliases: ['跳过'], usage: '[step]' },
  { name: 'export', aliases: ['导出'], usage: '' },
  { name: 'import', aliases: ['导入'], usage: '' },
  { name: 'template', aliases: ['模板'], usage: '[save name]' },
  { name: 'memory', aliases: ['记忆'], usage: '[text]' },
  { name: 'help', aliases: ['帮助'], usage: '' },
] as const satisfies readonly Command[];

/** Returns the name of a command in a language, with the slash. */
export const commandText = ({ name, aliases }: Command, language: string): string =>
  `/${(language === 'zh' ? aliases.at(-1) : undefined) ?? name}`;

type CommandName = (typeof commandList)[number]['name'];

export type ParsedCommand =
  | { kind: 'command'; name: CommandName; rest: string }
  | { kind: 'unknown'; name: string; nearest: string | null };

/** Parses `/name rest`; returns null if the text is no command, such as a path or a sentence. */
export function parseCommand(text: string): ParsedCommand | null {
  const found = /^\s*[/／]([^\s/／]+)(?:\s+([\s\S]*))?$/.exec(text);
  const word = found?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const command = commandList.find(({ name, aliases }: Command) => name === word || aliases.includes(word));
  if (command) return { kind: 'command', name: command.name, rest: (found?.[2] ?? '').trim() };
  const names = commandList.map(({ name }) => name);
  return { kind: 'unknown', name: word, nearest: nearestName(word, names) };
}
