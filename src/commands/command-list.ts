export interface Command {
  name: string;
  /** Other names it goes by, without the slash. */
  aliases: readonly string[];
  /** What can stand after the name. */
  usage: string;
}

/** All slash commands (R10.1, R10.2), in the order in which the list shows them. */
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

export type CommandName = (typeof commandList)[number]['name'];
