import { chineseClauseOpening } from '../clauses.ts';
import {
  closingMarkPattern,
  fileNamePattern,
  fileNamePatternBefore,
  type WriteRequestGrammar,
  type ClausePattern,
  type WriteTarget,
} from './grammar.ts';

// Words are patterns: “|” stands between those that count alike.

// ---- Verbs: a new one belongs to the kind of which the examples are true.

/** Add something: 在待办中添加牛奶. */
const adding = '添加|加入|加上|新增';
/** Make something new: 在日历里新建会议. */
const creating = '创建|新建|建立';
/** Take away or change: 删除提醒. */
const changing = '更新|删除|移除';
/** Keep a text: 写入“总结.md”. */
const saving = '保存|存入|写入|写下';
/** The end of a clause, or a to-do's title: after “待办”, other words make another thing of it. */
const titleOrEnd = String.raw`(?:[“「《]|[^\p{L}\p{N}]*$|[一二两三][^\p{L}\p{N}]*$)`;
/** Short verbs, which mean a write only before a number, a measure word or a to-do: 记一条待办, 加待办：买牛奶. */
const counting = String.raw`加(?=[一二两三几个条]|\s*\d)|[记建设](?=[一个条]|[二两三几\d]+条)|[加记建](?=待办(?:事项)?${titleOrEnd})`;
/** Writes by themselves, if their clause names a store. */
const writing = `${adding}|${creating}|${changing}|${saving}|${counting}|记录|记下|记入|安排|设置|设定|移动|标记`;
/** Writes only with the place where the object goes: 把牛奶放进待办. */
const putting = '添加|加|列|排|录|记录|记|另存|保存|存|写|安排|定|放|整理|汇总|输出|导出|追加';
/** Writes only with a file as the place: 收集价格到 prices.csv. */
const gathering = '收集|汇总|整理|导出|保存|输出|记录|提取|合并|拼接|拼|翻译';

// ---- Things.

/** A file that is to be written: 创建 index.html 教程 and 整理 report.md 里的内容 write none. */
const file = fileNamePatternBefore('(?:里面|[里中内])(?!的)|包含|包括');
/** Words that make a thing a program instead of a store: 创建一个待办应用. */
const program = '.{0,4}(?:应用|程序|系统|页面|界面|组件|模板|功能)';
/** Words that make a thing a text about it instead of a store: 创建日程概览. */
const text = '(?:的|清单|列表|事项)*(?:概览|概要|总结|摘要|统计|分析|回顾|报告|要点|说明|介绍|指南)';
/** Not after another file name, where it is part of a range: 整理 a.md 到 c.md. */
const into = String.raw`(?<!\.\w{2,8}${closingMarkPattern}?\s*)[到为至成]`;

const thing = (names: string, store: WriteTarget): ClausePattern => ({ pattern: new RegExp(names, 'iu'), store });
const things: readonly ClausePattern[] = [
  thing(`待办(?!${program}|${text})`, 'todos'),
  thing(`(?:日程|日历|行事历)(?!${program}|${text})`, 'entries'),
  // But not: 生成提醒文案.
  thing('提醒(?!文案|邮件|语)', null),
  // But not: 创建文件夹.
  thing(`文件(?!夹|${program}|${text})`, 'files'),
  thing('备忘', 'notes'),
  thing(String.raw`${into}\s*${file}`, 'files'),
];

// ---- Forms of clauses: a verb, and its object or its place.

const clause = (words: string, store: WriteTarget): ClausePattern => ({
  pattern: new RegExp(`${chineseClauseOpening}${words}`, 'iu'),
  store,
});
const forms: readonly ClausePattern[] = [
  // 记住安娜对坚果过敏
  clause('(?:记住|牢记)', 'notes'),
  // 提醒我每周五交报告
  clause('提醒我', null),
  // 安排和客户的会议. But not: 安排会议室的布置.
  clause('安排.{0,8}(?:会议|通话|电话|面试|见面|聚餐|体检|复诊)(?!室|的?(?:议程|内容|地点|记录|纪要))', 'entries'),
  // 写一份 report.md; 生成比较报告 report.md. But not: 写到 …, 写一段关于 report.md 的介绍.
  clause(
    String.raw`(?:写(?![入下成到进])|撰写|编写|起草|生成|制作)\s*(?:一[个份篇张])?\s*(?:[^\s\w的到为成]{0,8}(?:报告|文件|文档|表格)\s*)?${file}`,
    'files',
  ),
  // 把待办“买牛奶”标记为完成; 勾掉待办“买牛奶”. But not: 把待办中标记为完成的列出来.
  clause('[把将]待办[“「《].{1,40}[”」》](?:标记为|标为|设为|改为)(?:已完成|未完成|完成)', 'todos'),
  clause('(?:勾掉|删掉)(?:旧的)?待办(?=[“「《]|$)', 'todos'),
  clause('清空待办(?:清单|列表)?$', 'todos'),
];
const files: readonly ClausePattern[] = [
  // 创建 hours.md
  clause(String.raw`(?:${saving}|创建|新建)\s*${file}`, 'files'),
  // 更新 hours.md 的时间
  clause(String.raw`(?:${changing})\s*${fileNamePattern}`, 'files'),
];

/** The forms in which a clause names the place that something is written to. */
const places = [
  // 按日期把牛奶添加到待办
  `(?:按[^把将]{1,20})?[把将].{1,40}?(?:${putting})(?:进入|[到进在入成为至])(?<place>.*)`,
  // 列入待办. Without 在, since 存在日程冲突 says that there is one.
  `(?:按.{1,20}?)?(?:${putting})(?:进入|[到进入成为至])(?<place>.*)`,
  // 收集价格到 prices.csv
  String.raw`(?:${gathering})[^到为成]{0,30}?${into}(?<place>\s*${file})`,
  // 把各章拼成 小说.docx
  String.raw`[把将].{1,40}?(?:${gathering})${into}(?<place>\s*${file})`,
  // 在待办中添加买票
  `[在向往](?<place>.{1,20}?)(?:里面|[里中上内])?(?:${writing})`,
  // 给待办加上截止日期
  `给(?<place>.{1,20}?)(?:${adding})`,
  // 为周六创建日程
  `为.{1,20}?(?:${adding}|${creating}|安排)(?<place>.*)`,
  // 给每位组员建待办, 为李娜建一条待办
  '[为给].{1,20}?[建加记](?:[一二两三几]?[个条])?(?<place>待办(?:事项)?[^\\p{L}\\p{N}]*)$',
  // 生成行程文件 行程.md
  String.raw`生成(?<place>.*(?:文件|${fileNamePattern}))[”"」》’\s]*$`,
].map((words) => new RegExp(chineseClauseOpening + words, 'iu'));

/** A question: 按优先级列入待办的任务有哪些. */
const question = String.raw`哪|什么|多少|吗\W*$`;
/** A thing that is only described by where it stands: 列入待办的任务. */
const described = String.raw`${chineseClauseOpening}(?:按.{1,20}?)?已?(?:列|排|录|记|加|写|存|保存|记录|添加|安排|追加|汇总|合并)[到进入在为成](?:待办|日程|日历|行事历|文件|备忘|${fileNamePattern}\s*)\p{L}{0,2}?的`;
/** The names of texts that a tool may help with: 用待办工具新增一个概览. */
const texts = '概览|概要|总结|摘要|列表|清单|回答|表格|报告|分析';

export const chineseGrammar: WriteRequestGrammar = {
  // 在回答中写 report.md
  noWrite: new RegExp(String.raw`(?:在|到|进)(?:回答|回复|答案|答复)(?:里|中)|${question}|${described}`, 'iu'),
  forms,
  writes: new RegExp(`${chineseClauseOpening}(?:${writing})`, 'iu'),
  places,
  to: '到',
  things,
  files,
  // 用文件工具写入 report.md
  tool: new RegExp(
    String.raw`${chineseClauseOpening}(?:用|使用|调用|通过)\s*(?<tool>files?|todo|schedule|memory|文件|待办|日程|日历|行事历)\s*工具[来去]?\s*`,
    'iu',
  ),
  toolWrites: new RegExp(`${chineseClauseOpening}(?:${adding}|${saving}|${changing}|安排)(?!.*(?:${texts}))`, 'iu'),
  // 写一个脚本，把日志保存到 out.txt
  program: new RegExp(
    `${chineseClauseOpening}(?:写|编写|生成|创建|实现|开发|做)[^到为成]{0,16}(?:脚本|函数|程序|代码|命令|宏)`,
    'iu',
  ),
  // 把脚本保存到 backup.py
  ofProgram: /[把将](?:它|其|脚本|函数|程序|代码)|^\s*(?:保存|存)[为到成]/,
};
