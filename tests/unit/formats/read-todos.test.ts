import { describe, expect, test } from 'vitest';
import { markdownTodos } from '../../../src/formats/todos/markdown-todos.ts';
import { readTodos } from '../../../src/formats/todos/read-todos.ts';
import { todoTxtCodec } from '../../../src/formats/todos/todo-txt.ts';

const zone = 'Europe/Berlin';
/** A Wednesday. */
const now = '2026-01-14T09:00:00.000Z';
const found = (name: string, text: string) => {
  const read = readTodos(name, text, { zone, now });
  return read.ok ? read.items : read.error;
};
const plain = { notes: '', due: null, priority: 'normal', tags: [], done: false };

describe('Markdown of our own', () => {
  test('R14.4 a to-do is a task with its marks, its notes below it', () => {
    const text = markdownTodos.write(
      [
        {
          title: 'Buy milk',
          notes: 'oat\n\nnot soy',
          due: '2026-01-31',
          priority: 'high',
          tags: ['shop'],
          done: false,
        },
        { ...plain, title: 'Ask about #shop', due: '2026-07-01T13:00:00.000Z', priority: 'low', tags: [], done: true },
      ],
      { title: 'To-dos', zone },
    );
    expect(text).toBe(
      '# To-dos\n\n- [ ] Buy milk due:2026-01-31 !high #shop\n  oat\n\n  not soy\n- [x] Ask about \\#shop due:2026-07-01T15:00+02:00 !low\n',
    );
  });
});

describe('Markdown by others', () => {
  test('R14.4 a list as on GitHub: any bullet or number, nested, capital X, issues are no tags', () => {
    const text = [
      '# Release 2',
      'Some words.',
      '- [ ] Fix #123',
      '* [X] Write the docs',
      '    - [ ] nested one',
      '1. [x] numbered',
      '2) [ ] and with a bracket',
      '- no task',
      '- [-] cancelled',
      '',
      '```md',
      '- [ ] in a code block',
      '```',
      '+ [ ] last',
    ].join('\r\n');
    expect(found('TODO.md', text)).toEqual([
      { ...plain, title: 'Fix #123' },
      { ...plain, title: 'Write the docs', done: true },
      { ...plain, title: 'nested one' },
      { ...plain, title: 'numbered', done: true },
      { ...plain, title: 'and with a bracket' },
      { ...plain, title: 'last' },
    ]);
  });

  test('R14.4 the signs of Obsidian and TaskPaper', () => {
    const text = [
      '- [ ] Call mum ⏫ 📅 2026-02-03 #family',
      '- [ ] Later 🔽 @due(2026-02-03 18:30)',
      '- [x] Paid 📅2026-01-01',
      '- [ ] A #tag inside stays',
      '  with a note',
      '\t- and a bullet',
    ].join('\n');
    expect(found('notes.markdown', text)).toEqual([
      { ...plain, title: 'Call mum', due: '2026-02-03', priority: 'high', tags: ['family'] },
      { ...plain, title: 'Later', due: '2026-02-03T17:30:00.000Z', priority: 'low' },
      { ...plain, title: 'Paid', due: '2026-01-01', done: true },
      { ...plain, title: 'A #tag inside stays', notes: 'with a note\n- and a bullet' },
    ]);
  });

  test('R14.4 a title that is too long goes on in the notes', () => {
    const long = 'word '.repeat(200).trim();
    expect(found('a.md', `- [ ] ${long}\n  note`)).toEqual([
      { ...plain, title: `${long.slice(0, 250)}…`, notes: `${long}\n\nnote` },
    ]);
  });
});

describe('todo.txt', () => {
  test('R14.4 a line has priority, days, title, tags, the due day and the notes', () => {
    const dated = { created_at: '2026-01-14T23:30:00.000Z', updated_at: '2026-01-20T09:00:00.000Z' };
    const text = todoTxtCodec.write(
      [
        {
          title: 'Buy milk',
          notes: 'oat, 100%\nnot soy',
          due: '2026-01-31',
          priority: 'high',
          tags: ['shop'],
          done: false,
          ...dated,
        },
        { title: 'x marks', notes: '', due: null, priority: 'low', tags: [], done: true, ...dated },
        { title: 'x is no mark', notes: '', due: null, priority: 'normal', tags: [], done: false, ...dated },
      ],
      zone,
    );
    expect(text).toBe(
      '(A) 2026-01-15 Buy milk @shop due:2026-01-31 note:oat,%20100%25%0Anot%20soy\n' +
        'x 2026-01-20 2026-01-15 x marks pri:D\n' +
        '2026-01-15 x is no mark\n',
    );
  });

  test('R14.4 lines by others', () => {
    const text = [
      '(A) 2026-01-02 Call Mom @phone +Family due:2026-02-03',
      '(B) Schedule Goodyear +GarageSale @GroceryStore',
      '(Z) someday rec:+1w t:2026-01-01',
      'x 2026-01-03 2026-01-01 Review pull request @github pri:A',
      'x done without a day',
      'Ask @bob about the party',
      'xylophone lesson',
      '(b) no priority',
      '',
      'Pay 3.50 due:soon https://example.org/a?b=c',
    ].join('\n');
    expect(found('todo.txt', text)).toEqual([
      { ...plain, title: 'Call Mom', due: '2026-02-03', priority: 'high', tags: ['phone', 'Family'] },
      { ...plain, title: 'Schedule Goodyear', tags: ['GarageSale', 'GroceryStore'] },
      { ...plain, title: 'someday rec:+1w t:2026-01-01', priority: 'low' },
      { ...plain, title: 'Review pull request', priority: 'high', tags: ['github'], done: true },
      { ...plain, title: 'done without a day', done: true },
      { ...plain, title: 'Ask @bob about the party', tags: ['bob'] },
      { ...plain, title: 'xylophone lesson' },
      { ...plain, title: '(b) no priority' },
      { ...plain, title: 'Pay 3.50 due:soon https://example.org/a?b=c' },
    ]);
  });
});

describe('a list in a plain text', () => {
  const titles = (name: string, ...lines: string[]) => {
    const read = readTodos(name, lines.join('\n'), { zone, now });
    return read.ok ? read.items.map(({ title }) => title) : read.error;
  };

  test('R14.4 its list marks are no part of the titles', () => {
    expect(
      titles(
        '微信.txt',
        '1、明天送货',
        '（1）对账',
        '① 开发票',
        '二、盘点',
        '• 交房租',
        '- 买米',
        '1. 订车',
        '2. 加油',
      ),
    ).toEqual(['明天送货', '对账', '开发票', '盘点', '交房租', '买米', '订车', '加油']);
  });

  test('R14.4 what may be an amount, a date or words stays', () => {
    const lines = [
      '3. Oktober feiern',
      '1.5万 定金',
      '(A计划) 确认',
      '-5度 买衣服',
      '老板 10:21',
      '收到[OK]',
      '第一步：对账',
    ];
    expect(titles('微信.txt', ...lines)).toEqual(lines);
    expect(titles('todo.txt', '1、明天送货', '- 买米')).toEqual(['1、明天送货', '- 买米']);
  });

  test.each([
    [['12.5 交房租', '11.30 体检']],
    [['8.30 开会', '9.15 打电话']],
    [['1.5 升牛奶', '2.5 公斤米']],
    [['１．５ 升牛奶', '２．５ 公斤米']],
    [['3.1 线性方程', '3.2 矩阵']],
    [['24. Dec dinner', '25. Dec lunch']],
    [['1. Dec dinner', '2. Dec lunch']],
    [['1. Januar frei', '2. Januar Arzt']],
    [['4.12. Arzt', '5.12. Bank']],
    [['24. Arzt', '25. Bank']],
    [['1. Arzt', '2. Bank', '15. Miete']],
    [['1、2号楼 打扫', '三、四月 旅游', '(010) 6543 物业']],
  ])('R14.4 the numbers of %j stay, as they are days, times or amounts', (lines) => {
    expect(titles('notes.txt', ...lines)).toEqual(lines);
  });

  test('R14.4 lists in a list, and several of them, lose their numbers', () => {
    expect(
      titles('notes.txt', '1. a', '  1. b', '  2. c', '2. d', '', '1) e', '2) f', '一、三斤米', '二、五斤面'),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f', '三斤米', '五斤面']);
  });
});

test.each([
  ['notes.md', '# Notes\n\nNothing to do here.\n- a bullet', 'none'],
  ['plan.json', '{"goal":"x"}', 'none'],
  ['page.txt', '<!doctype html><p>x</p>', 'none'],
  ['empty.txt', ' \n\n', 'none'],
  ['photo.txt', 'PNG\0\0', 'unlike'],
  ['many.txt', 'x\n'.repeat(5001), 'too_many'],
])('R2.6 %s holds no to-dos that can be taken: %#', (name, text, fault) => {
  expect(found(name, text)).toBe(fault);
});

describe('a table', () => {
  const rest = (text: string, name = 'list.csv') => {
    const read = readTodos(name, text, { zone, now });
    return read.ok ? read.rest : read.error;
  };

  test('R14.4 a header names the columns; quoted cells hold commas, quotes and line breaks', () => {
    const text = [
      'Title,Due,Done,Priority,Tags,Notes',
      '"Buy milk, eggs",2026-12-05,no,high,"shop, food","oat',
      'not ""soy"""',
      'Call mum,2026-12-06 18:30,yes,low,#family,',
      'Pay,,,,,',
    ].join('\r\n');
    expect(found('list.csv', text)).toEqual([
      {
        title: 'Buy milk, eggs',
        notes: 'oat\nnot "soy"',
        due: '2026-12-05',
        priority: 'high',
        tags: ['shop', 'food'],
        done: false,
      },
      { ...plain, title: 'Call mum', due: '2026-12-06T17:30:00.000Z', priority: 'low', tags: ['family'], done: true },
      { ...plain, title: 'Pay' },
    ]);
    expect(rest(text)).toEqual({ untitled: 0, cancelled: 0, sections: [], unread: [], columns: [] });
  });

  test('R14.4 an export of Todoist has no sections, technical columns and usual priorities as to-dos', () => {
    const text = [
      '\ufeffTYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DEADLINE',
      'meta,view_style=list',
      'section,Kitchen,,,,,,,,,,',
      'task,Buy tiles,white,,1,1,Ann (1),,2026-12-05,en,Europe/Berlin,',
      'task,Measure,,,4,2,Ann (1),,,en,Europe/Berlin,2026-12-06',
      'note,Twice,,,,,Ann (1),,,,,',
      'note,"With ""Tom""",,,,,Ann (1),,,,,',
      ',,,,,,,,,,,',
    ].join('\n');
    expect(found('list.csv', text)).toEqual([
      { ...plain, title: 'Buy tiles', notes: 'white', due: '2026-12-05', priority: 'high' },
      { ...plain, title: 'Measure', notes: 'Twice\n\nWith "Tom"', due: '2026-12-06' },
    ]);
    expect(rest(text)).toEqual({ untitled: 0, cancelled: 0, sections: ['Kitchen'], unread: [], columns: [] });
  });

  test.each([
    ['a mark and semicolons', 'list.csv', '\uFEFFtask;due date\nBuy milk;2026-12-05\n'],
    ['a line that names the separator', 'list.csv', 'sep=|\ntodo|date\nBuy milk|2026-12-05\n'],
    ['tabs', 'list.tsv', 'name\tdue_date\nBuy milk\t2026/12/5\n'],
    ['tabs in a text file', 'from-excel.txt', 'Name\tDeadline\r\nBuy milk\t5.12.2026\r\n'],
    ['Chinese headers', '清单.csv', '任务,截止日期,备注\nBuy milk,2026年12月5日,\n'],
    ['the name of the list above', 'list.csv', 'My list,,\n,,\nTitle,Due,Done\nBuy milk,5 Dec 2026,FALSE\n'],
    ['a title beside a content', 'list.csv', 'Content,Title,Due Date\n,Buy milk,"December 5th, 2026"\n'],
  ])('R14.4 %s', (_, name, text) => {
    expect(found(name, text)).toEqual([{ ...plain, title: 'Buy milk', due: '2026-12-05' }]);
  });

  test('R14.4 标题、截止、完成、优先级、标签和备注', () => {
    expect(found('a.csv', '标题,截止,完成,优先级,标签,备注\n买牛奶,2026-12-05,已完成,高,购物、食物,燕麦\n')).toEqual([
      {
        title: '买牛奶',
        notes: '燕麦',
        due: '2026-12-05',
        priority: 'high',
        tags: ['购物', '食物'],
        done: true,
      },
    ]);
  });

  test('R14.4 a cell that cannot be read costs only itself, and is told by its row as the spreadsheet counts', () => {
    const text =
      'title,due,priority,done,owner\nA,soon,high,,Bob\n\n,2026-12-05,,,\nB,2026-13-40,mauve,perhaps,\nC,2026-12-05,,,,extra\nD,,,cancelled,';
    expect(found('list.csv', text)).toEqual([
      { ...plain, title: 'A', priority: 'high' },
      { ...plain, title: 'B' },
      { ...plain, title: 'C', due: '2026-12-05' },
    ]);
    expect(rest(text)).toEqual({
      untitled: 1,
      cancelled: 1,
      sections: [],
      unread: [
        { row: 2, column: 'due', text: 'soon' },
        { row: 5, column: 'due', text: '2026-13-40' },
        { row: 5, column: 'priority', text: 'mauve' },
        { row: 5, column: 'done', text: 'perhaps' },
        { row: 6, column: '', text: 'extra' },
      ],
      columns: ['owner'],
    });
  });

  const dues = (...cells: string[]) => {
    const items = found('list.csv', ['title;due', ...cells.map((cell) => `x;${cell}`)].join('\n'));
    return Array.isArray(items) ? items.map(({ due }) => due) : items;
  };

  test('R14.4 which of two numbers is the month follows from the column, and is never guessed', () => {
    expect(dues('3/4/2026', '31/4/2026', '30/4/2026')).toEqual(['2026-04-03', null, '2026-04-30']);
    expect(dues('3/4/2026', '4/30/2026')).toEqual(['2026-03-04', '2026-04-30']);
    expect(dues('3/4/2026', '5/6/2026', '7/7/2026')).toEqual([null, null, '2026-07-07']);
    expect(dues('3.4.2026')).toEqual(['2026-04-03']);
  });

  test('R14.4 times of the day, of either clock; midnight in all cells means the days', () => {
    expect(dues('4/30/2026 3:15 PM', '4/30/2026 12:00 AM', '2026年4月30日 下午3:15', '2026-04-30T15:15Z')).toEqual([
      '2026-04-30T13:15:00.000Z',
      '2026-04-29T22:00:00.000Z',
      '2026-04-30T13:15:00.000Z',
      '2026-04-30T15:15:00.000Z',
    ]);
    expect(dues('2026-04-30 00:00:00', '2026-05-01 00:00:00', '')).toEqual(['2026-04-30', '2026-05-01', null]);
    expect(dues('2026-04-30 25:00', '2026-04-30 to 2026-05-02')).toEqual([null, null]);
  });

  test.each([
    ['Done', 'x', true],
    ['Status', 'In progress', false],
    ['% Complete', '100%', true],
    ['% Complete', '50%', false],
    ['completed', '1', true],
    ['Completed At', '2026-01-02', true],
    ['Completed At', '1/2/2026 10:00', true],
  ])('R14.4 %s “%s” means done: %s', (column, cell, done) => {
    expect(found('list.csv', `Name,${column}\nA,${cell}\n`)).toEqual([{ ...plain, title: 'A', done }]);
  });

  test('R14.4 a table of one column needs no header; what its rows separate stays together', () => {
    expect(found('list.csv', 'Buy milk\nCall mum\n')).toEqual([
      { ...plain, title: 'Buy milk' },
      { ...plain, title: 'Call mum' },
    ]);
    expect(found('list.csv', 'title\nBuy milk, eggs\n')).toEqual([{ ...plain, title: 'Buy milk, eggs' }]);
  });

  test.each([
    ['1,Buy milk\n2,Call mum\n', 'no_title'],
    ['title,due\n', 'none'],
    ['', 'none'],
    [`title\n${'x\n'.repeat(5001)}`, 'too_many'],
  ])('R2.6 a table from which no to-dos can be taken: %#', (text, fault) => {
    expect(found('list.csv', text)).toBe(fault);
  });
});

test.each([
  ['步骤,内容,截止\n1,进货,2026-02-01\n2,上架,', ['进货', '上架']],
  ['Step,Content,Due\nStep 1,Buy,2026-02-01\nStep 2,Sell,', ['Buy', 'Sell']],
  ['步骤,截止\n进货,2026-02-01', ['进货']],
])('R14.4 a column that only numbers the rows is not the title of a to-do: %j', (text, titles) => {
  const items = found('x.csv', text);
  expect(Array.isArray(items) && items.map(({ title }) => title)).toEqual(titles);
});
