import { simplified } from './simplified-chinese.ts';

/** Words that mean a choice; a tool has only some of these choices. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  add: ['add', 'create', 'new', 'insert', '添加', '新增', '新建', '创建', '加入'],
  list: ['list', 'show', 'view', 'get', 'all', '列出', '查看', '显示'],
  complete: ['complete', 'completed', 'finish', 'done', 'check', '完成'],
  reopen: ['reopen', 'uncomplete', 'undone', 'uncheck', '重新打开'],
  move: ['move', 'reorder', '移动'],
  read: ['read', 'open', '读取'],
  append: ['append', '追加'],
  remember: ['remember', 'store', '记住'],
  recall: ['recall', 'search', '回忆'],
  find_free: ['free', '空闲'],
  find_conflicts: ['conflict', 'conflicts', 'overlap', '冲突'],
  high: ['high', 'urgent', 'important', '高', '重要', '紧急'],
  normal: ['normal', 'medium', 'default', '普通', '中'],
  low: ['low', '低'],
};

/**
 * Words for deleting, forgetting and overwriting: such a choice must be written exactly, and such a word never means
 * another choice.
 */
const ruinous =
  /^(?:delete|remove|clear|erase|purge|drop|destroy|trash|discard|forget|write|overwrite|replace|update|change|edit|set|reset|cancel)|删|清|忘|覆盖|替换|更新|修改|写/;
const negative = /^(?:not|no|non|un|without|never|except)$|不|非|未/;

/**
 * Returns the choice that a text means by its words, such as `add` for `ADD_TODO`, if exactly one matches; null if none
 * or several do, and never one that deletes, forgets or overwrites.
 */
export function intendedChoice(choices: readonly string[], text: string): string | null {
  const words = simplified(text)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  if (words.length === 0 || words.length > 4 || words.some((word) => ruinous.test(word) || negative.test(word)))
    return null;
  const exact = choices.filter((choice) => words.includes(choice.toLowerCase()));
  const fitting = exact.length > 0 ? exact : choices.filter((choice) => isMeant(choice, words));
  const [only] = fitting;
  return only !== undefined && fitting.length === 1 && !ruinous.test(only) ? only : null;
}

function isMeant(choice: string, words: readonly string[]): boolean {
  const names = meanings[choice] ?? [];
  return words.some((word) => names.some((name) => (/^[a-z]/.test(name) ? word === name : word.includes(name))));
}
