export interface Command {
  name: string;
  /** Other names it goes by, without the slash. */
  aliases: readonly string[];
  /** What can stand after the name. */
  usage: string;
  /** Whether this release has it. */
  available: boolean;
}

/** All slash commands (R10.1, R10.2), in the order in which the list shows them. */
export const commandList = [
  { name: 'todo', aliases: ['待办'], usage: '[text]', available: true },
  { name: 'schedule', aliases: ['日程'], usage: '[when what]', available: true },
  { name: 'view', aliases: ['查看'], usage: '[today|week|month|plan]', available: true },
  { name: 'new', aliases: ['新建'], usage: '', available: true },
  { name: 'plan', aliases: ['计划'], usage: '[goal]', available: true },
  { name: 'pause', aliases: ['暂停'], usage: '', available: true },
  { name: 'continue', aliases: ['resume', '继续'], usage: '', available: true },
  { name: 'stop', aliases: ['停止'], usage: '', available: true },
  { name: 'retry', aliases: ['重试'], usage: '[step]', available: true },
  { name: 'skip', aliases: ['跳过'], usage: '[step]', available: true },
  { name: 'export', aliases: ['导出'], usage: '', available: true },
  { name: 'import', aliases: ['导入'], usage: '', available: true },
  { name: 'template', aliases: ['模板'], usage: '[save name]', available: true },
  { name: 'memory', aliases: ['记忆'], usage: '', available: false },
  { name: 'help', aliases: ['帮助'], usage: '', available: true },
] as const satisfies readonly Command[];

export type CommandName = (typeof commandList)[number]['name'];
