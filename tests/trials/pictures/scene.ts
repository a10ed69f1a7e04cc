import type { ScriptedStep } from '../../e2e/support/diligent-model.ts';

export interface Scene {
  goal: string;
  steps: ScriptedStep[];
  question: string;
  answer: string;
  closing: string;
  /** The step during which the picture of work is taken. */
  during: string;
}

const schedule = (title: string, start: string, end: string, place = '') => ({
  name: 'schedule',
  input: { action: 'add', title, start, end, ...(place ? { place } : {}) },
});
const todo = (title: string, due?: string) => ({
  name: 'todo',
  input: { action: 'add', title, ...(due ? { due } : {}) },
});
const costs = (header: string, rows: [string, number][]) =>
  [header, ...rows.map(([name, price]) => `${name},${price}`)].join('\n');

/** A weekend in the words of each language, for pictures of the page at work. `site` serves what it reads. */
export const scenes: Record<'en' | 'zh', (site: string) => Scene> = {
  en: (site) => ({
    goal: 'Plan a weekend at the lake for two, by train and ferry',
    question: 'Saturday will be dry, Sunday has showers before noon. Which day shall you arrive?',
    answer: 'Saturday. It is the drier day.',
    closing:
      'Your weekend stands: **Saturday by the 10:00 ferry**, a night at the harbour and the island on Sunday.\n\n- The costs are in `costs.csv`, with a chart.\n- What to pack is in your to-dos.',
    during: 'Book the night at the harbour',
    steps: [
      {
        description: 'Read the weather for the weekend',
        calls: [{ name: 'fetch', input: { url: `${site}/weather` } }],
        response: 'Saturday dry and mild, 14 °C; Sunday showers until noon.',
      },
      {
        description: 'Look up the ferry times',
        calls: [{ name: 'fetch', input: { url: `${site}/ferries.json` } }],
        response: 'Every two hours from 8:00; the 10:00 ferry meets the train.',
      },
      {
        description: 'Choose the day of arrival',
        question: 'Saturday will be dry, Sunday has showers before noon. Which day shall you arrive?',
        dependencies: ['s1', 's2'],
        response: 'Saturday, as you chose.',
      },
      {
        description: 'Enter train, ferry and the island in the calendar',
        calls: [
          schedule('Train to Lindau', '2026-11-28T07:40', '2026-11-28T09:35', 'Platform 4'),
          schedule('Ferry to the island', '2026-11-28T10:00', '2026-11-28T10:45', 'Harbour'),
          schedule('Walk round the island', '2026-11-29T11:00', '2026-11-29T15:00'),
          schedule('Call the harbour inn', '2026-11-24T16:00', '2026-11-24T16:30'),
        ],
        dependencies: ['s3'],
        response: 'Four entries, none of them overlaps with another.',
      },
      {
        description: 'Book the night at the harbour',
        calls: [todo('Book the harbour inn', '2026-11-24')],
        dependencies: ['s3'],
        response: 'The inn takes bookings by telephone: it is a to-do for tomorrow.',
      },
      {
        description: 'Note what to pack',
        calls: [
          todo('Pack rain jackets', '2026-11-27'),
          todo('Print the ferry tickets', '2026-11-27'),
          todo('Borrow the binoculars'),
        ],
        dependencies: ['s1'],
        response: 'Three to-dos, two of them due on Friday.',
      },
      {
        description: 'Add up the costs and draw them',
        calls: [
          {
            name: 'files',
            input: {
              action: 'write',
              name: 'costs.csv',
              content: costs('item,euros', [
                ['Train', 78],
                ['Ferry', 34],
                ['Night', 124],
                ['Food', 95],
              ]),
            },
          },
          {
            name: 'chart',
            input: { type: 'bar', file: 'costs.csv', title: 'Costs of the weekend, euros', name: 'costs.svg' },
          },
          {
            name: 'files',
            input: {
              action: 'write',
              name: 'weekend.md',
              content:
                '# The weekend\n\nSaturday by ferry, a night at the harbour, Sunday on the island.\n\n![Costs](costs.svg)\n',
            },
          },
        ],
        dependencies: ['s4', 's5'],
        response: '331 euros for two, itemized in costs.csv.',
      },
    ],
  }),
  zh: (site) => ({
    goal: '为两个人安排一个湖边周末，乘火车和渡轮',
    question: '星期六天气晴好，星期天上午有阵雨。您想哪天到达？',
    answer: '星期六，那天不下雨。',
    closing:
      '周末安排好了：**星期六乘 10:00 的渡轮**，在港口住一晚，星期天上岛。\n\n- 费用在 `费用.csv` 里，并附有图表。\n- 要带的东西已列入待办。',
    during: '预订港口的住宿',
    steps: [
      {
        description: '查看周末的天气',
        calls: [{ name: 'fetch', input: { url: `${site}/weather` } }],
        response: '星期六干燥温和，14 °C；星期天中午前有阵雨。',
      },
      {
        description: '查询渡轮时刻',
        calls: [{ name: 'fetch', input: { url: `${site}/ferries.json` } }],
        response: '8:00 起每两小时一班，10:00 的渡轮接得上火车。',
      },
      {
        description: '确定到达的日期',
        question: '星期六天气晴好，星期天上午有阵雨。您想哪天到达？',
        dependencies: ['s1', 's2'],
        response: '按您的选择：星期六。',
      },
      {
        description: '把火车、渡轮和小岛写入日历',
        calls: [
          schedule('去林道的火车', '2026-11-28T07:40', '2026-11-28T09:35', '4 号站台'),
          schedule('上岛的渡轮', '2026-11-28T10:00', '2026-11-28T10:45', '港口'),
          schedule('环岛散步', '2026-11-29T11:00', '2026-11-29T15:00'),
          schedule('给旅馆打电话', '2026-11-24T16:00', '2026-11-24T16:30'),
        ],
        dependencies: ['s3'],
        response: '四个日程，互不冲突。',
      },
      {
        description: '预订港口的住宿',
        calls: [todo('预订港口旅馆', '2026-11-24')],
        dependencies: ['s3'],
        response: '旅馆只接受电话预订，已列入明天的待办。',
      },
      {
        description: '记下要带的东西',
        calls: [todo('带上雨衣', '2026-11-27'), todo('打印渡轮票', '2026-11-27'), todo('借望远镜')],
        dependencies: ['s1'],
        response: '三件待办，其中两件星期五到期。',
      },
      {
        description: '合计费用并画成图表',
        calls: [
          {
            name: 'files',
            input: {
              action: 'write',
              name: '费用.csv',
              content: costs('项目,欧元', [
                ['火车', 78],
                ['渡轮', 34],
                ['住宿', 124],
                ['餐饮', 95],
              ]),
            },
          },
          { name: 'chart', input: { type: 'bar', file: '费用.csv', title: '周末费用（欧元）', name: '费用.svg' } },
          {
            name: 'files',
            input: {
              action: 'write',
              name: '周末.md',
              content: '# 周末\n\n星期六乘渡轮，在港口住一晚，星期天上岛。\n\n![费用](费用.svg)\n',
            },
          },
        ],
        dependencies: ['s4', 's5'],
        response: '两人共 331 欧元，明细在 费用.csv。',
      },
    ],
  }),
};
