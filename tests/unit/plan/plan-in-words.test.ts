import { describe, expect, it } from 'vitest';
import { asksForDataChange, asksForWork, planStepsInText } from '../../../src/plan/plan-from-text.ts';

describe('R4.6 a plan in the answer to a goal that asks for doing', () => {
  it.each([
    ['a numbered list', 'I will do this:\n\n1. Look at the list\n2. Ask which milk\n3. Note it\n\nShall I begin?', 3],
    ['bold items', '## Plan\n1. **Search the page**\n2. **Write the summary**', 2],
    ['a checklist', '- [ ] Read the file\n- [ ] Add a to-do', 2],
    ['all in one line', '1. Look at the list 2. Note the milk', 2],
    ['headings', '### Step 1: Add milk\nUse the list.\n### Step 2: Note bread\nThe same.', 2],
    [
      'a table',
      'Here:\n\n| # | Step | Tool |\n|---|---|---|\n| 1 | Add “Buy milk” to the list | todo |\n| 2 | Note bread | todo |',
      2,
    ],
    ['一张表', '| 步骤 | 任务 |\n| --- | --- |\n| 1 | 记下牛奶 |\n| 2 | 添加面包 |', 2],
    ['Chinese ordinals', '好的：\n第一步：看看清单\n第二步：把牛奶记下来', 2],
  ])('reads %s of what to do', (_, text, steps) => {
    expect(planStepsInText(text)).toHaveLength(steps);
  });

  it.each([
    ['tips', '1. Wake up at 6:30\n2. Drink a glass of water\n3. Stretch for ten minutes'],
    ['advice to the person', '1. Set your alarm for 6:30\n2. Prepare your clothes\n3. Write down three goals'],
    ['建议', '1. 准备你的衣服\n2. 写下三个目标'],
    ['bullets', '- Check the weather\n- Make the bed'],
    ['notes below a list', '1. Read the page\n   - its first part\n2. Write a summary'],
    ['a table of facts', '| City | Task |\n|---|---|\n| Paris | 3 |\n| Rome | 4 |'],
    ['facts', '1. Paris\n2. Rome'],
    ['a single item', '1. Read the page'],
    ['prose', 'Read the page. Then write a summary.'],
  ])('does not read %s', (_, text) => {
    expect(planStepsInText(text)).toEqual([]);
  });

  it.each([
    'Note milk and bread',
    'Please add milk to my to-do list',
    'Set a reminder for Monday',
    'Plan my week and put three todos in my list: milk, bread, rent',
    'Compare the two texts and save the result',
    'Create a file with the prices',
    '请为我的客人记下牛奶和面包',
    '帮我新建一个清单',
  ])('hears doing in: %s', (goal) => {
    expect(asksForDataChange(goal)).toBe(true);
  });

  it.each([
    'Set up a good morning routine',
    'Create a workout for beginners',
    'How do I add a file?',
    'Which list should I save?',
    'Give me tips for sleeping',
    '帮我安排一个早晨的习惯',
    '怎么保存文件？',
  ])('hears no doing in: %s', (goal) => {
    expect(asksForDataChange(goal)).toBe(false);
  });
});

describe('R3.5 a goal that asks for work', () => {
  it.each(['notes-2.md needs dates', 'All of -list.csv', 'prices at https://a.example/x'])(
    'may name a file or an address: %s',
    (goal) => {
      expect(asksForWork(goal)).toBe(true);
    },
  );

  it('is told from a long text of words and hyphens that names none', () => {
    expect(asksForWork('a-'.repeat(100_000))).toBe(false);
  });
});
