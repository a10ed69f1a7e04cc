import { nearestName } from '../values/nearest-name.ts';
import { simplified } from '../values/simplified-chinese.ts';

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
  { name: 'schedule', aliases: ['行事历', '日程'], usage: '[when what]' },
  { name: 'view', aliases: ['查看'], usage: '[today|tomorrow|week|month|plan]' },
  { name: 'new', aliases: ['新建'], usage: '[goal]' },
  { name: 'plan', aliases: ['计划'], usage: '[goal]' },
  { name: 'pause', aliases: ['暂停'], usage: '' },
  { name: 'continue', aliases: ['resume', '继续'], usage: '' },
  { name: 'stop', aliases: ['cancel', '取消', '停止'], usage: '' },
  { name: 'retry', aliases: ['重试'], usage: '[step]' },
  { name: 'skip', aliases: ['跳过'], usage: '[step]' },
  { name: 'export', aliases: ['导出'], usage: '' },
  { name: 'import', aliases: ['导入'], usage: '' },
  { name: 'template', aliases: ['模板'], usage: '[save name]' },
  { name: 'memory', aliases: ['记忆', '笔记'], usage: '[text]' },
  { name: 'help', aliases: ['帮助'], usage: '' },
] as const satisfies readonly Command[];

/** Returns the name of a command in a language, with the slash. */
export const localizedCommandName = ({ name, aliases }: Command, language: string): string =>
  `/${(language === 'zh' ? aliases.at(-1) : undefined) ?? name}`;

export type CommandName = (typeof commandList)[number]['name'];

export type ParsedCommand =
  | { kind: 'command'; name: CommandName; rest: string }
  | { kind: 'unknown'; name: string; nearest: CommandName | null };

const asCommand = (name: CommandName, rest: string): ParsedCommand => ({ kind: 'command', name, rest: rest.trim() });

/**
 * Parses `/name rest`; returns null if the text is no command, such as a path or a sentence. What follows a Chinese
 * name needs no space, as in `/待办买面包`, and a colon may stand before it. A slash alone asks for help. `、`, which a
 * Chinese keyboard has in its place, counts alone, and before the name of a command that ends there or at a space.
 */
export function parseCommand(text: string): ParsedCommand | null {
  if (/^\s*[/／、]\s*$/.test(text)) return asCommand('help', '');
  const [, mark, commandText] = /^\s*([/／、])([^\s/／][^]*)$/.exec(text) ?? [];
  const line = commandText?.replace(/^[Ａ-Ｚａ-ｚ]+/, (name) => name.normalize('NFKC'));
  if (line === undefined) return null;
  const plain = simplified(line);
  const chineseCommand = commandList.find(
    ({ aliases, usage }: Command) => mark !== '、' && usage !== '' && leadingChineseName(plain, aliases) !== '',
  );
  if (chineseCommand) {
    const { length } = leadingChineseName(plain, chineseCommand.aliases);
    return asCommand(chineseCommand.name, line.slice(length + (filler.exec(plain.slice(length))?.[0].length ?? 0)));
  }
  const commandMatch = /^([^\s/／:：]+)(?:[:：]?\s+([^]*)|[:：]([^]*))?$/.exec(line);
  const word = commandMatch?.[1]?.normalize('NFKC').toLowerCase();
  if (word === undefined) return null;
  const plainWord = simplified(word);
  const command = commandList.find(({ name, aliases }: Command) => name === word || aliases.includes(plainWord));
  if (mark === '、' && (!command || line.charAt(word.length).trim() !== '')) return null;
  if (command) return asCommand(command.name, commandMatch?.[2] ?? commandMatch?.[3] ?? '');
  if (commandMatch?.[3] !== undefined) return null;
  return { kind: 'unknown', name: word, nearest: nearestCommand(plainWord) };
}

/** A colon after a name, or a word that only makes the name longer, as in `/待办清单`. */
const filler = /^\s*[:：]|^(?:清单|列表|事项|表|会话|对话)\s*$/u;

/** Returns the Chinese name with which the line begins; empty if there is none. */
const leadingChineseName = (line: string, aliases: readonly string[]): string =>
  aliases.find((alias) => /^\p{Script=Han}/u.test(alias) && line.startsWith(alias)) ?? '';

/** The command whose name or Chinese name is most like the word; null if none is. */
function nearestCommand(word: string): CommandName | null {
  const chineseCommand = commandList.find(({ aliases }: Command) => leadingChineseName(word, aliases) !== '');
  const nearest =
    chineseCommand?.name ??
    nearestName(
      word,
      commandList.map(({ name }) => name),
    );
  return commandList.find(({ name }) => name === nearest)?.name ?? null;
}
