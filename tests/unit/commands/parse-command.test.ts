import { describe, expect, test } from 'vitest';
import { commandList, parseCommand } from '../../../src/commands/command-list.ts';
import { parseStepNumber } from '../../../src/commands/step-number.ts';
import { commands as en } from '../../../src/i18n/en/commands.ts';
import { commands as zh } from '../../../src/i18n/zh/commands.ts';

describe('reading a command', () => {
  test.each([
    ['/todo', 'todo', ''],
    ['/todo Buy bread', 'todo', 'Buy bread'],
    ['  /TODO   Buy  bread ', 'todo', 'Buy  bread'],
    ['／todo 买面包', 'todo', '买面包'],
    ['／ｔｏｄｏ　牛乳', 'todo', '牛乳'],
    ['／ＴＯＤＯ：牛乳', 'todo', '牛乳'],
    ['/待办 买面包', 'todo', '买面包'],
    ['/schedule tomorrow\n3pm', 'schedule', 'tomorrow\n3pm'],
    ['/resume', 'continue', ''],
    ['/view week', 'view', 'week'],
    ['/待办买面包', 'todo', '买面包'],
    ['/待办买面包/牛奶 明天', 'todo', '买面包/牛奶 明天'],
    ['/待办：买面包', 'todo', '买面包'],
    ['/todo: Buy bread', 'todo', 'Buy bread'],
    ['/待办清单', 'todo', ''],
    ['/笔记小屋没有暖气', 'memory', '小屋没有暖气'],
    ['/记忆小屋没有暖气', 'memory', '小屋没有暖气'],
    ['/查看本周', 'view', '本周'],
    ['/跳过第三步', 'skip', '第三步'],
    ['/', 'help', ''],
    [' ／ ', 'help', ''],
    ['、', 'help', ''],
    ['、日程 每月十五号 交房租', 'schedule', '每月十五号 交房租'],
    ['、todo milk', 'todo', 'milk'],
    ['、继续', 'continue', ''],
    ['、待办', 'todo', ''],
  ])('R10.1 R10.2 %j', (text, name, rest) => {
    expect(parseCommand(text)).toEqual({ kind: 'command', name, rest });
  });

  test.each([
    'todo',
    'Buy bread',
    '、然后买面包',
    '、、',
    '、查看本周天气',
    '、日程表做好了',
    '、待办：买面包',
    '、计划:出发',
    '',
    '/ todo',
    '/usr/bin/env is a path',
    'see /todo',
    'https://example.org',
    '1/2',
    '/C:/Users/me',
  ])('R10.2 %j is no command', (text) => {
    expect(parseCommand(text)).toBeNull();
  });

  test.each([
    ['/tood x', 'todo'],
    ['/shedule', 'schedule'],
    ['/contine', 'continue'],
    ['/sched', 'schedule'],
    ['/exprot', 'export'],
    ['/xyzzyxyzzy', null],
    ['/nonsense', null],
    ['/停止吧', 'stop'],
    ['/继续吧', 'continue'],
  ])('R10.2 %s is unknown, the nearest is %s', (text, nearest) => {
    expect(parseCommand(text)).toMatchObject({ kind: 'unknown', nearest });
  });
});

test.each([
  ['', undefined],
  ['3', 3],
  ['step 3', 3],
  ['#3', 3],
  ['第3步', 3],
  ['第三步', 3],
  ['十二', 12],
  ['第二十一步', 21],
  ['３', 3],
  ['the third', null],
  ['三四', null],
  ['3 and 4', null],
])('R10.2 %j names the step %s', (text, number) => {
  expect(parseStepNumber(text)).toBe(number);
});

test('R10.2 a name in full-width letters is the same name', () => {
  expect(parseCommand('／ｔｏｄｏ 牛乳')).toEqual({ kind: 'command', name: 'todo', rest: '牛乳' });
  expect(parseCommand('/ＳＣＨＥＤＵＬＥ １２月３日 会議')).toMatchObject({
    name: 'schedule',
    rest: '１２月３日 会議',
  });
});

describe('the list', () => {
  test('R10.2 has every command once, with a line of help in both languages', () => {
    expect(commandList.map(({ name }) => name).sort()).toEqual(
      'todo schedule view new plan pause continue stop retry skip export import template memory help'.split(' ').sort(),
    );
    for (const { name } of commandList)
      for (const language of [en, zh]) expect(language[`commands.help.${name}`]).not.toBe('');
  });

  test('R14.5 both languages have the same sentences with the same placeholders', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of Object.entries(en))
      expect(placeholders(zh[key as keyof typeof zh])).toEqual(placeholders(text));
  });
});
