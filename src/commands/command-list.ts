import { nearestName } from '../values/nearest-name.ts';

interface Command {
  name: string;
  /** Alternative names, without the slash. */
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

const lead =
  'ok|okay|okey|k|yes|yeah|yep|yup|sure|alright|all right|right|fine|good|great|cool|perfect|thanks|thank you|well|now|so|and|then|just|please|pls|lets|let us|you can|you may|can you|could you|would you|will you|hey|hi|hello|cairn';
const core = 'continue|resume|go on|carry on|keep going';
const tail =
  'please|pls|now|then|again|thanks|thank you|thx|ok|okay|on|ahead|it|this|that|with it|with this|with that|the plan|the task|the work|the run|with the plan|with the task|with the work|with your work|where you (?:left off|stopped|were)|from (?:here|there|where you (?:left off|stopped|were))|working|the rest|with the rest';
const assent =
  'yes|yeah|yep|yup|sure|ok|okay|okey|fine|good|great|perfect|alright|all right|right|approved?|go|do it|start|begin|run it|proceed|agreed|looks? (?:good|fine|great)|lgtm|thats (?:good|fine)|sounds good';
const englishYes = new RegExp(`^(?:(?:${lead}) )*(?:${assent})(?: (?:${assent}|${lead}|${tail}))*$`);
const english = new RegExp(`^(?:(?:${lead}) )*(?:${core})(?: (?:${core}|${tail}))*$`);

const chineseLead = '好的?|好啊|好吧|行|可以|嗯+|那么?|就|请你?|麻烦你?|你|ok|现在|我们|咱们|来|开始';
const chineseCore = '继续|接着做|接着干|接着来';
const chineseTail =
  '吧|啊|呀|哦|呗|啦|了|嘛|做|干|下去|执行|运行|进行|工作|干活|一下|任务|计划|上次的?|刚才的?|之前的?|剩下的?|这个|该|谢谢|多谢|辛苦了?|就行|就好|请|你的|please|pls|ok|thanks';
const chinese = new RegExp(`^(?:${chineseLead})*(?:${chineseCore})(?:${chineseCore}|${chineseTail})*$`);

const chineseYes =
  /^(?:是的?|对的?|好的?|好啊|行|可以的?|没问题|同意|批准|确认|通过|开始|执行|开工|就这样|就这么办|ok)(?:是|对|好|行|可以|没问题|同意|批准|开始|执行|就这样|就这么办|吧|啊|呀|啦|了|的|做|干|请|谢谢)*$/;

/** True if a message only agrees: “yes”, “ok, go ahead”, “同意”. The same words inside a longer sentence do not count. */
export function isAssent(text: string): boolean {
  const plain = plainWords(text);
  return plain !== null && (englishYes.test(plain) || chineseYes.test(plain.replaceAll(' ', '')));
}

/**
 * True if a message only asks to continue: one of the continue words, alone or with a short addition such as “please”.
 * The same words inside a longer sentence do not count.
 */
export function isContinue(text: string): boolean {
  const plain = plainWords(text);
  return plain !== null && (english.test(plain) || chinese.test(plain.replaceAll(' ', '')));
}

/** Returns the words of a short message without case and punctuation; null for a command or a longer text. */
function plainWords(text: string): string | null {
  if (text.length > 80 || /^\s*[/／]/.test(text)) return null;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
