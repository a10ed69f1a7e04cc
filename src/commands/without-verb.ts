import { simplified } from '../values/simplified-chinese.ts';

const list = /^(?:list|show|all|列出|列表|清单|查看|显示|全部)$/iu;
const verb = /^(?:add\s+|(?:添加|新增|新建|加)[\s:：]+)(?=\S)/u;

/**
 * Returns the text of `/todo` or `/schedule` without a verb, such as that of `/todo add Buy bread`; it is empty if it
 * only asks for the list, as in `/todo list`.
 */
export function commandTextWithoutVerb(text: string): string {
  const line = text.trim();
  const plain = simplified(line);
  return list.test(plain) ? '' : line.slice(verb.exec(plain)?.[0].length ?? 0);
}
