const list = /^(?:list|show|all|列出|列表|清单|查看|显示|全部)$/iu;
const verb = /^(?:add\s+|(?:添加|新增|新建|加)[\s:：]+)(?=\S)/u;

/**
 * What the text of `/todo` or `/schedule` names: the text without the verb of `/todo add Buy bread`, and nothing where
 * it only asks for the list, as in `/todo list`.
 */
export function whatIsNamed(text: string): string {
  const line = text.trim();
  return list.test(line) ? '' : line.replace(verb, '');
}
