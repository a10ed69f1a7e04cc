import { asksForWork } from '../plan/plan-from-text.ts';

const sorry = String.raw`(?:(?:(?:I['’]m|I am)\s+(?:(?:really|very|so|truly)\s+)?(?:sorry|afraid)|sorry|(?:my\s+)?apologies|I\s+apologi[sz]e|unfortunately|regrettably)(?:\s+for\s+(?:the|any)\s+\w+)?[\s,.:;!—-]*(?:but\s+|that\s+)?)`;
const asModel = String.raw`(?:as\s+an?\s+(?:[\w-]+\s+){0,4}?(?:AI|model|assistant|LLM|chatbot)\b[^.\n]{0,80}?[,\s]\s*)`;
const work =
  'browse|access|open|visit|read|retrieve|fetch|download|search|check|look up|view|scrape|crawl|collect|gather|extract|create|write|save|store|add|set|send|generate|produce|perform|do|carry out|complete|execute|run|interact|connect|help|assist|fulfill?|comply|track|monitor|remind|schedule|book|update|delete|provide (?:real|live|current|up)';
const means =
  'access|ability|abilities|capability|capabilities|tools?|means|browsing|internet|web access|permissions?|functionality';
const unable = [
  String.raw`I\s+(?:(?:currently|simply|just|also)\s+)?(?:can(?:['’]t|\s?not)|could(?:n['’]t|\s+not)|am\s+(?:currently\s+)?(?:unable|not\s+able)\s+to|won['’]t\s+be\s+able\s+to)\s+(?:(?:directly|actually|currently|physically|really)\s+)?(?:${work})\b`,
  String.raw`I['’]m\s+(?:currently\s+)?(?:unable|not\s+able)\s+to\s+(?:\w+ly\s+)?(?:${work})\b`,
  String.raw`I\s+(?:(?:currently|simply|just)\s+)?(?:do(?:n['’]t|\s+not)\s+(?:\w+ly\s+)?have|have\s+no|lack)\s+(?:[\w-]+\s+){0,3}?(?:${means})\b`,
].join('|');
const english = new RegExp(`^[\\s>*_"“]*${sorry}?${asModel}?(?:${unable})`, 'i');

const chineseWork =
  '访问|浏览|打开|上网|联网|读取|获取|抓取|下载|搜索|查询|查看|检索|收集|创建|生成|写入|保存|存储|添加|设置|发送|执行|完成|操作|运行|连接|提供实时|帮|协助|满足';
const chinese = new RegExp(
  String.raw`^[\s>*_“]*(?:(?:很|非常|十分|真的)?(?:抱歉|对不起|不好意思|遗憾)[，,。！!：:\s]*)?(?:(?:但是?|由于)?作为[^，,。]{0,24}[，,]\s*)?(?:但是?)?我?(?:目前|暂时|现在|还|并|也)*(?:(?:无法|不能|没(?:有)?办法|不具备|不支持)[^，,。]{0,8}?(?:${chineseWork})|没有[^，,。]{0,12}?(?:能力|权限|工具|功能|办法))`,
  'u',
);

/** True if a text begins by saying that its author cannot do what was asked, as models do that forget their tools. */
export const declines = (text: string): boolean => english.test(text) || chinese.test(text);

/** True if a text declines the work that a goal asks for; false for every answer to a question. */
export const declinesWork = (goal: string, text: string): boolean => declines(text) && asksForWork(goal);
