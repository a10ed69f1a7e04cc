import { describe, expect, test } from 'vitest';
import { findRecurrence } from '../../../src/calendar/find-repeat.ts';
import { parseTypedTodo } from '../../../src/calendar/words/parse-typed-todo.ts';
import { parseRecurringTimeText } from '../../../src/calendar/words/read-repeating-when.ts';
import { readReminderRequest } from '../../../src/calendar/words/read-reminder-request.ts';
import { parseCommand } from '../../../src/commands/command-list.ts';
import { messageIntent } from '../../../src/commands/message-intent.ts';
import { readTodos } from '../../../src/formats/todos/read-todos.ts';
import { statusInCell } from '../../../src/formats/task-lists/table-tasks.ts';
import { parseListItemMarker } from '../../../src/formats/task-lists/line-mark.ts';
import { planStepsInText, asksForWork } from '../../../src/plan/plan-from-text.ts';
import { parseReplyMarkers } from '../../../src/protocols/marker-lines.ts';
import { promptsFor } from '../../../src/protocols/system-prompt.ts';
import { parseWrittenNumber } from '../../../src/records/written-numbers.ts';
import { claimedChanges } from '../../../src/task/claimed-changes.ts';
import { declinesForMissingAbility } from '../../../src/task/declining-words.ts';
import { asksForOutsideAct } from '../../../src/task/outside-act.ts';
import { requiredWork } from '../../../src/task/owed.ts';
import { filesStepClaimsSaved } from '../../../src/task/unknown-files.ts';
import { brave } from '../../../src/tools/search/brave.ts';
import { searchTermsOfText } from '../../../src/values/search-terms.ts';
import { isTraditional } from '../../../src/values/is-traditional.ts';
import { simplified, simplifiedCharacters } from '../../../src/values/simplified-chinese.ts';

/** A Monday, 10:00 in Berlin. */
const now = '2026-11-30T09:00:00.000Z';
const zone = 'Europe/Berlin';

const traditionalOf = new Map<string, string>();
for (let code = 0x4e00; code <= 0x9fff; code += 1) {
  const character = String.fromCharCode(code);
  const plain = simplifiedCharacters(character);
  if (plain !== character && !traditionalOf.has(plain)) traditionalOf.set(plain, character);
}
const traditional = (text: string) => Array.from(text, (each) => traditionalOf.get(each) ?? each).join('');
const registry = { nameOf: () => null, reads: () => false, check: () => ({ ok: true as const }) };
const simplifiedJson = (value: unknown) => simplified(JSON.stringify([value]));

const times = [
  ...['下周三下午三点 看牙医', '周五 14:00 聚餐', '礼拜六早上十点 跳蚤市场', '后天下午两点半 接机', '大后天 交报告'],
  ...['两天后 还书', '下个月5号 缴房租', '这周末 打扫', '一个小时后 吃药', '三十分钟后 关火', '今天下午3点钟 开会'],
  ...[
    '每周五晚上七点 德文课',
    '每个月最后一天 上午九点 缴房租',
    '每周一三五早上8点 慢跑',
    '每两周的星期二 下午6点 合唱',
  ],
  ...[
    '民国115年12月1日 10:00 搬家',
    '缴房租 月底前',
    '12月8号（二）与房东面谈',
    '紧急：缴房租',
    '从12月20号到12月27号 回台北',
  ],
  ...['2月30号 开会', '平日晚上7点 德文课', '下周内 交稿', '农历十五 上香', '每隔一天 浇水，共10次'],
];
const words: Readonly<Record<string, { texts: readonly string[]; read: (text: string) => unknown }>> = {
  'times and repetitions': { texts: times, read: (text) => parseRecurringTimeText(text, now, zone) },
  repetitions: { texts: times, read: (text) => findRecurrence(text) },
  'typed to-dos': { texts: times, read: (text) => parseTypedTodo(text, now, zone) },
  'requests for a reminder': {
    texts: ['看牙医，提前一小时提醒我', '看牙医，提早半小时提醒我', '看牙医，记得提醒我', '看牙医，提前两周提醒我'],
    read: readReminderRequest,
  },
  commands: {
    texts: [
      '/待办 买米',
      '/待办买米',
      '/暂停',
      '/继续',
      '/跳过 3',
      '/计划',
      '/导出',
      '/导入',
      '/模板',
      '/笔记',
      '/帮助',
      '/记忆',
    ],
    read: parseCommand,
  },
  'short messages': {
    texts: [
      ...[
        '暂停',
        '暂停一下',
        '停下来',
        '先暂停',
        '等会儿',
        '开始',
        '没问题',
        '确认',
        '通过',
        '对',
        '执行',
        '就这样',
        '拒绝',
      ],
      ...['不允许', '别做了', '终止', '撤销', '放弃', '请继续', '接着做', '麻烦继续', '继续完成剩下的步骤', '随便说说'],
    ],
    read: messageIntent,
  },
  claims: {
    texts: [
      '已将接机加入日历。',
      '已新增两条待办事项。',
      '已设置一个提醒。',
      '我给房东打了电话。',
      '已为您预订了两张高铁票。',
      '未预订车票。',
    ],
    read: claimedChanges,
  },
  'owed work': {
    texts: [
      '在待办中添加买票',
      '把“买牛奶”加入待办',
      '提醒我缴费',
      '安排和客户的会议',
      '写一份 行程计划.md',
      '如果有时间，记录花费',
    ],
    read: (description) =>
      requiredWork({ description, tool: undefined, parameters: undefined, plan: undefined }, registry),
  },
  'outside acts': {
    texts: ['订两张高铁票', '打电话给房东', '给妈妈发邮件', '购买礼物', '比较价格'],
    read: asksForOutsideAct,
  },
  'files said to be saved': {
    texts: ['已将行程保存到 行程计划.md。', '尚未保存到 行程计划.md。'],
    read: (text) => filesStepClaimsSaved(text, true),
  },
  'declining words': {
    texts: ['抱歉，我无法访问互联网。', '网页说无法访问互联网的人很多。'],
    read: declinesForMissingAbility,
  },
  'plans in prose': {
    texts: [
      '步骤1：添加待办\n步骤2：设置提醒\n步骤3：发送邮件',
      '| 步骤 | 说明 |\n| --- | --- |\n| 添加待办 | a |\n| 查找价格 | b |',
    ],
    read: planStepsInText,
  },
  work: { texts: ['帮我设置提醒', '怎么设置提醒？', '请记录花费'], read: asksForWork },
  markers: { texts: ['【执行】 x', '[继续]', '【步骤完成】 好'], read: parseReplyMarkers },
  'marks of lines': {
    texts: ['步骤1：打包书房', '第三节：收尾', '任务2、买箱子', '阶段 1：准备'],
    read: parseListItemMarker,
  },
  states: { texts: ['进行中', '状态', '已办', '待办', '失败', '跳过'], read: statusInCell },
  'tables of to-dos': {
    texts: ['任务,截止日期,优先级,备注,状态\n订票,下周三,紧急,两张,进行中', '待办清单：\n1. 买米\n2. 缴费'],
    read: (text) => readTodos('a.txt', text, { zone, now }),
  },
  numbers: {
    texts: ['1.2万', '3亿', '3万8千', '两千五', '8,000元', '新台币 600 元'],
    read: (text) => parseWrittenNumber(text, '.'),
  },
  'search terms': { texts: ['妈妈喜欢凤梨酥', '台湾'], read: searchTermsOfText },
};

describe.each(Object.entries(words))('%s', (_, { texts, read }) => {
  test.each(texts.map((text) => [traditional(text), text]))('are read in “%s” as in “%s”', (text, plain) => {
    expect(simplifiedJson(read(text))).toBe(simplifiedJson(read(plain)));
  });
});

test('a text keeps its length, so that what is cut out of it are the person’s own characters', () => {
  for (const text of ['後天下午兩點半，檔案裡的電郵', '計畫甚麼', 'plain', '', '𠮷野家 週三'])
    expect(simplified(text)).toHaveLength(text.length);
  expect(parseRecurringTimeText('下週三下午三點 看牙醫', now, zone)).toEqual({
    start: '2026-12-09T14:00:00.000Z',
    end: null,
    all_day: false,
    rest: '看牙醫',
    repeat: null,
  });
  const written = requiredWork(
    { description: '寫一份 行程計畫.md', tool: undefined, parameters: undefined, plan: undefined },
    registry,
  );
  expect(written).toMatchObject({ file: '行程計畫.md' });
  expect(filesStepClaimsSaved('已將行程儲存到 行程計畫.md。', false)).toEqual(['行程計畫.md']);
});

test.each([
  ['民國115年12月1日 10:00 搬家', '2026-12-01T09:00:00.000Z', '搬家'],
  ['換護照 民國一百一十六年三月五日', '2027-03-05', '換護照'],
  ['訂高鐵票 12月8號（二）', '2026-12-08', '訂高鐵票'],
  ['繳房租 月底前', '2026-11-30', '繳房租'],
  ['A9 年底前', '2026-12-31', 'A9'],
  ['买 ポッキー 下週三', '2026-12-09', '买 ポッキー'],
  ['下午3點準備週五的會議', '2026-11-30T14:00:00.000Z', '準備週五的會議'],
  ['下午3點和周三豐吃飯', '2026-11-30T14:00:00.000Z', '和周三豐吃飯'],
])('%s', (text, start, rest) => {
  expect(parseRecurringTimeText(text, now, zone)).toMatchObject({ start, rest });
});

test.each([
  ['平日晚上7點 德文課', 'repeat'],
  ['每到週末下午3點 游泳', 'repeat'],
  ['月中下午3点 报税', 'day'],
  ['過兩天下午3點 看牙', 'day'],
  ['下週內 交稿', 'date'],
  ['12月8號（三）與房東面談', 'date'],
])('%s: the day before the time of day is not lost', (text, error) => {
  expect(parseRecurringTimeText(text, now, zone)).toBe(error);
});

test('Japanese words do not become Chinese times', () => {
  for (const text of ['会議 12月6日（日）', '3日前 申し込み', '水泳 週三回 10時'])
    expect(parseRecurringTimeText(text, now, zone), text).toBeNull();
  expect(findRecurrence('隔週月曜日 10時 会議')).toBeNull();
});

test('amounts of Taiwan and Hong Kong are numbers', () => {
  for (const [text, value] of [
    ['NT$2,700', 2700],
    ['HK$88.5', 88.5],
    ['TWD 600', 600],
    ['新台幣 600 元', 600],
    ['臺幣 600', 600],
    ['600 歐元', 600],
    ['6億日圓', 600_000_000],
    ['1.2萬', 12000],
    ['3萬8千', 38000],
    ['2万5', 25000],
    ['兩千五', 2500],
    ['兩萬五', 25000],
  ] as const)
    expect(parseWrittenNumber(text, '.'), text).toBe(value);
  for (const text of ['三千里', '2万5千米', 'ANT$5x', '3千5千']) expect(parseWrittenNumber(text, '.'), text).toBeNull();
});

test('a goal in Traditional characters is answered in them; the prompts for all others stay', () => {
  expect(promptsFor('幫我訂高鐵票').about).toContain('繁体');
  for (const goal of ['帮我订高铁票', '读一本名著', '乾坤大挪移']) expect(promptsFor(goal).about).not.toContain('繁体');
  expect([isTraditional('名著'), isTraditional('接著做'), isTraditional('繼續')]).toEqual([false, false, true]);
});

test.each([
  ['请把“聽說讀寫”改成简体字', false],
  ['翻译成简体：這個', false],
  ['帮我查《後會無期》的歌词', false],
  ['用户名是陳大文，帮他订票', false],
  ['请介绍一下“臺”字', false],
  ['请解释 "憂鬱" 的意思', false],
  ['請介紹一下“台”字', true],
  ['把「简体字」改成繁體字', true],
  ['幫我查《后会无期》的歌詞', true],
  ['「長城」', true],
])('a word in other characters does not decide how a text is written: %s', (text, isOne) => {
  expect(isTraditional(text)).toBe(isOne);
});

test('a word of Taiwan is not read across two words', () => {
  expect(['請檢查下列印章', '一系列印章', '把陣列印出來', '列印檔案'].map(simplified)).toEqual([
    '请检查下列印章',
    '一系列印章',
    '把阵列印出来',
    '打印文件',
  ]);
});

test('commands and words of Taiwan are known', () => {
  for (const [text, name] of [
    ['/計畫 旅行', 'plan'],
    ['/匯出', 'export'],
    ['/匯入', 'import'],
    ['/範本', 'template'],
    ['/行事曆 明天', 'schedule'],
  ] as const)
    expect(parseCommand(text)).toMatchObject({ kind: 'command', name });
  expect(['好喔', '可以喔', '繼續囉'].map(messageIntent)).toEqual(['yes', 'yes', 'continue']);
  expect(claimedChanges('已將接機加入您的行事曆，並設定了一個提醒，也給媽媽發了電郵。')).toEqual([
    'entries',
    'reminders',
    'messages',
  ]);
});

test('Brave is asked for Traditional pages where the query or the language is Traditional', () => {
  const asked = (query: string, language: string | null) =>
    new URL(brave.ask({ base: 'https://b.example', query, language, count: 8, key: null }).url).searchParams.get(
      'search_lang',
    );
  expect([asked('長城', 'zh'), asked('长城', 'zh-TW'), asked('长城', 'zh-Hant'), asked('wall', 'zh-HK')]).toEqual(
    Array(4).fill('zh-hant'),
  );
  expect([asked('长城', 'zh'), asked('長城', 'zh-CN'), asked('長城', 'ja')]).toEqual(['zh-hans', 'zh-hans', 'jp']);
});

test('the line above a list that ends with a colon is its heading, and no to-do', () => {
  const titles = (text: string) => {
    const todos = readTodos('a.txt', text, { zone, now });
    return todos.ok ? [todos.items.map(({ title }) => title), todos.left] : todos;
  };
  expect(titles('待辦清單：\n1. 買米\n2. 繳費')).toEqual([['買米', '繳費'], [{ line: 1, text: '待辦清單：' }]]);
  expect(titles('Shopping:\n- milk\n- bread\n')).toEqual([['milk', 'bread'], [{ line: 1, text: 'Shopping:' }]]);
  expect(titles('打電話給媽媽：\n買米')).toEqual([['打電話給媽媽：', '買米'], undefined]);
});
