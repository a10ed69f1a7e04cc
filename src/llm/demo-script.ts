import type { JsonObject } from '../domain/json.ts';

/** One act of the demo: the step as the plan names it, the call it makes, and what it says. */
export interface DemoAct {
  description: string;
  tool: string;
  input: JsonObject;
  before: string;
  after: string;
}

export interface DemoScript {
  opening: string;
  acts: DemoAct[];
  keep: string;
  closing: string;
}

/** The demo's picnic in one language. `today` and `tomorrow` are dates such as `2026-11-21`. */
export function demoScript(language: 'en' | 'zh', today: string, tomorrow: string): DemoScript {
  const zh = language === 'zh';
  const act = (
    words: [string, string],
    tool: string,
    input: JsonObject,
    before: [string, string],
    after: [string, string],
  ): DemoAct => {
    const pick = ([en, chinese]: [string, string]) => (zh ? chinese : en);
    return { description: pick(words), tool, input, before: pick(before), after: pick(after) };
  };
  const say = (en: string, chinese: string) => (zh ? chinese : en);
  return {
    opening: say(
      'This is the scripted demo: whatever the goal, I plan a small picnic for tomorrow, with real to-dos and a real calendar entry.',
      '这是预先写好的演示：无论目标是什么，我都会计划明天的一次小野餐，并真的写入待办和日程。',
    ),
    acts: [
      act(
        ['Add a to-do for the food', '添加买食物的待办'],
        'todo',
        {
          action: 'add',
          title: say('Buy bread, cheese and fruit', '买面包、奶酪和水果'),
          due: today,
          priority: 'high',
          tags: [say('picnic', '野餐')],
        },
        ['First the food: that has to be bought today.', '先是食物：今天就要买好。'],
        ['The shopping is on the to-do list for today.', '购物已列入今天的待办。'],
      ),
      act(
        ['Add a to-do for the bag', '添加收拾背包的待办'],
        'todo',
        {
          action: 'add',
          title: say('Pack a blanket, cups and water', '带上野餐垫、杯子和水'),
          due: tomorrow,
          tags: [say('picnic', '野餐')],
        },
        ['Next, what goes into the bag.', '接着是背包里要带的东西。'],
        ['Packing is on the list for tomorrow.', '收拾背包已列入明天的待办。'],
      ),
      act(
        ['Put the picnic into the calendar', '把野餐写进日程'],
        'schedule',
        {
          action: 'add',
          title: say('Picnic in the park', '公园野餐'),
          start: `${tomorrow}T10:00`,
          end: `${tomorrow}T12:00`,
        },
        ['Now the time: tomorrow from 10:00 to 12:00.', '然后定时间：明天 10:00 到 12:00。'],
        ['The picnic is in the calendar, tomorrow from 10:00 to 12:00.', '野餐已写进日程：明天 10:00 到 12:00。'],
      ),
      act(
        ['List the to-dos', '列出待办'],
        'todo',
        { action: 'list' },
        ['Let me look at the list once more.', '再看一遍清单。'],
        ['Everything for the picnic is on the list.', '野餐要做的都在清单上了。'],
      ),
      act(
        ['List the calendar', '列出日程'],
        'schedule',
        { action: 'list' },
        ['And a last look at the calendar.', '最后看一眼日程。'],
        ['The calendar shows the picnic.', '日程里已经有这次野餐。'],
      ),
    ],
    keep: say('The plan still fits.', '计划不用改。'),
    closing: say(
      '## The picnic is planned\n\n- **To-do**: what to buy today and what to pack tomorrow\n- **Schedule**: tomorrow, 10:00–12:00\n\nLook at the *To-do* and *Schedule* tabs. This was a scripted demo; connect a model in Settings to plan goals of your own.',
      '## 野餐计划好了\n\n- **待办**：今天要买的和明天要带的\n- **日程**：明天 10:00–12:00\n\n请看“待办”和“日程”标签页。这是预先写好的演示；要计划自己的目标，请在设置里连接一个模型。',
    ),
  };
}
