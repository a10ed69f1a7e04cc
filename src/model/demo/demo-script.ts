import type { JsonObject } from '../../values/json.ts';

/** The text and the tool call of one reply of a step. */
export interface DemoTurn {
  text: string;
  call: { name: string; input: JsonObject };
}

export interface DemoStep {
  id: string;
  description: string;
  tool?: string;
  dependencies: readonly string[];
  /** Set if the person may add something to the description. */
  takesMore?: true;
  /** Returns the reply after `calls` calls; `last` is the result of the last one, `more` what the person has added. */
  turn(calls: number, last: string, more: string): DemoTurn;
}

export interface DemoScript {
  opening: string;
  steps: readonly DemoStep[];
  keep: string;
  /** The answer to any other goal. */
  onlyThis: string;
  /** Returns the closing answer; `happened`: the results of the steps. */
  closing(happened: string): string;
}

/** The person's choice so far, and the two weekends of the trip. */
interface Trip {
  mountains: boolean;
  /** The Saturday and the Sunday of each weekend, as dates such as `2026-11-21`. */
  weekends: readonly [first: readonly [string, string], second: readonly [string, string]];
}

const dayMs = 86_400_000;

/** The two weekends that begin at least two days after `today`. */
function weekendsAfter(today: string): Trip['weekends'] {
  const from = Date.parse(`${today}T00:00:00Z`);
  const saturday = from + (((6 - new Date(from).getUTCDay() + 7 - 2) % 7) + 2) * dayMs;
  const day = (after: number) => new Date(saturday + after * dayMs).toISOString().slice(0, 10);
  return [
    [day(0), day(1)],
    [day(7), day(8)],
  ];
}

/** Returns the demo's trip in one language; `answer`: the person's answer to its question, empty before. */
export function demoScript(language: 'en' | 'zh', today: string, answer: string): DemoScript {
  const zh = language === 'zh';
  const say = (english: string, chinese: string) => (zh ? chinese : english);
  const trip: Trip = { mountains: /mountain|hill|山/i.test(answer), weekends: weekendsAfter(today) };
  const place = trip.mountains ? say('the mountains', '山里') : say('the lake', '湖边');
  const tripPlace = trip.mountains ? say('in the mountains', '山里') : say('at the lake', '湖边');
  const [first, second] = trip.weekends;
  const names = {
    first: say(`Weekend ${tripPlace}`, `${tripPlace}的周末`),
    second: say(`Weekend ${tripPlace}, second choice`, `${tripPlace}的周末（备选）`),
  };
  const both = say('Both weekends stay in the calendar.', '两个周末都留在日程里。');
  const demoNote = say('Made by the demo.', '由演示添加。');
  const tags = [say('demo', '演示')];
  const format = new Intl.DateTimeFormat(say('en-GB', 'zh-CN'), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  const days = (weekend: readonly [string, string]) =>
    weekend.map((day) => format.format(Date.parse(`${day}T00:00:00Z`)).replace(',', '')).join(say(' to ', ' 至 '));
  const hours = trip.mountains ? [2.5, 4, 3] : [1.5, 3, 2];
  const ways = [say('Train', '火车'), say('Bus', '大巴'), say('Car', '自驾')];
  const rows = ways.map((way, n) => ({ [say('way', '方式')]: way, [say('hours', '小时')]: hours[n] ?? 0 }));
  const act = (text: string, name: string, input: JsonObject): DemoTurn => ({ text, call: { name, input } });
  const end = (response: string): DemoTurn => act(response, 'finish_step', { response });
  const hold = (text: string, title: string, [start, until]: readonly [string, string]): DemoTurn =>
    act(text, 'schedule', { action: 'add', title, start, end: until, all_day: true, notes: demoNote });
  const todo = (text: string, title: string): DemoTurn =>
    act(text, 'todo', { action: 'add', title, due: dayBefore(first[0]), tags });

  const page = say(
    `# Weekend ${tripPlace}\n\n- **When**: ${days(first)}\n- **How**: by train, ${hours[0] ?? ''} hours\n- **To pack**: see the to-do list\n\n${demoNote}\n`,
    `# ${tripPlace}的周末\n\n- **时间**：${days(first)}\n- **交通**：火车，${hours[0] ?? ''} 小时\n- **要带的**：见待办清单\n\n${demoNote}\n`,
  );

  return {
    opening: say(
      'I will ask you one thing, look up the ways to get there, find a weekend and write it all down. You can change the plan at any time.',
      '我会先问你一件事，再比较怎么去、定下周末，最后写成一页。计划随时可以改。',
    ),
    steps: [
      {
        id: 'where',
        description: say('Ask where the trip should go', '问清想去哪里'),
        dependencies: [],
        turn: () =>
          answer === ''
            ? act(say('Only you can tell.', '这只有你知道。'), 'ask_user', {
                question: say(
                  'Where should the trip go: to the lake or to the mountains?',
                  '想去哪里：湖边，还是山里？',
                ),
              })
            : end(say(`The trip goes to ${place}.`, `这次去${place}。`)),
      },
      {
        id: 'way',
        description: say('Compare the ways to get there in a chart', '用图表比较怎么去'),
        tool: 'chart',
        dependencies: ['where'],
        turn: (calls) =>
          calls === 0
            ? act(say('Three ways lead there. A chart shows them best.', '有三种去法，用图表最清楚。'), 'chart', {
                type: 'bar',
                name: say('ways.svg', '怎么去.svg'),
                title: say('Hours from door to door', '路上要几小时'),
                rows,
              })
            : end(
                say(
                  `The train is fastest: ${hours[0] ?? ''} hours from door to door.`,
                  `火车最快：全程 ${hours[0] ?? ''} 小时。`,
                ),
              ),
      },
      {
        id: 'dates',
        description: say('Hold two weekends in the calendar, then settle on one', '先在日程里留出两个周末，再定一个'),
        tool: 'schedule',
        dependencies: ['where'],
        turn: (calls, last) => {
          if (calls === 0) return hold(say('First the next free weekend.', '先留出最近的周末。'), names.first, first);
          if (calls === 1)
            return hold(say('And one more, to be safe.', '再多留一个，以防万一。'), names.second, second);
          const id = /\(id (\S+?)\)/.exec(last)?.[1];
          if (calls === 2 && id !== undefined)
            return act(
              say(
                'The first weekend suits. The second is not needed, so I would delete it.',
                '第一个周末正合适，备选的就不需要了，想把它删掉。',
              ),
              'schedule',
              { action: 'delete', id, title: names.second },
            );
          return end(
            /^Deleted/.test(last)
              ? say('The first weekend it is. The second is free again.', '定在第一个周末，备选的已经取消。')
              : both,
          );
        },
      },
      {
        id: 'pack',
        description: say('Put what to pack on the to-do list', '把要带的东西列入待办'),
        tool: 'todo',
        dependencies: ['dates'],
        takesMore: true,
        turn: (calls, _, more) => {
          const things = trip.mountains
            ? [say('Pack walking boots and a rain jacket', '带上登山鞋和雨衣'), say('Fill the flask', '灌好保温壶')]
            : [say('Pack swimwear and a towel', '带上泳衣和毛巾'), say('Charge the camera', '给相机充电')];
          const own = more.replace(/^[^\p{L}\p{N}]*(?:(?:and|also|plus)\b|还有|以及|和)?\s*/iu, '');
          const title = [...things, ...(own === '' ? [] : [own])][calls];
          if (title === undefined) return end(say('What to pack is on the to-do list.', '要带的东西已列入待办。'));
          if (calls === 0) return todo(say('What goes into the bag.', '先想想包里要放什么。'), title);
          return todo(say('One thing more.', '还有一样。'), title);
        },
      },
      {
        id: 'page',
        description: say('Write the trip on one page', '把行程写成一页'),
        tool: 'files',
        dependencies: ['way', 'dates'],
        turn: (calls) =>
          calls === 0
            ? act(say('All of it on one page.', '把一切写在一页上。'), 'files', {
                action: 'write',
                name: say('trip.md', '行程.md'),
                content: page,
              })
            : end(say('The trip stands in trip.md.', '行程写在 行程.md 里。')),
      },
    ],
    keep: say('The plan still fits.', '计划不用改。'),
    onlyThis: say(
      'The demo knows only this trip. Connect a model for goals of your own.',
      '演示只会这一趟旅行。要做自己的目标，请连接一个模型。',
    ),
    closing: (happened) =>
      say(
        `## Your weekend ${tripPlace}\n\n- **Calendar**: ${days(first)}${happened.includes(both) ? `, and ${days(second)} in reserve` : ''}\n- **To-do**: what to pack\n- **Files**: \`trip.md\` and the chart \`ways.svg\``,
        `## ${tripPlace}的周末\n\n- **日程**：${days(first)}${happened.includes(both) ? `，备选 ${days(second)}` : ''}\n- **待办**：要带的东西\n- **文件**：\`行程.md\` 和图表 \`怎么去.svg\``,
      ),
  };
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
}
