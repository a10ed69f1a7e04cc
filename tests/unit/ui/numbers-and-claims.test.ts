// @vitest-environment jsdom
import type { WrittenCount } from '../../../src/task/task-end.ts';
import { expect, test } from 'vitest';
import { commandList, localizedCommandName, parseCommand } from '../../../src/commands/command-list.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { joinItems, joinNumbers } from '../../../src/ui/kit/join-items.ts';
import { appliedDefaultText } from '../../../src/ui/conversation/notice-text.ts';
import { writtenAndDeletedText } from '../../../src/ui/plan/step-outcome-text.ts';

async function wordsIn(language: 'en' | 'zh'): Promise<Translator> {
  const words = new Translator();
  await words.setLanguage(language);
  await words.loadAll();
  return words;
}

test('R14.5 numbers of steps are listed as the language lists them', async () => {
  expect(joinItems([2, 3, 4], await wordsIn('en'))).toBe('2, 3, 4');
  expect(joinItems([2, 3, 4], await wordsIn('zh'))).toBe('2、3、4');
});

test('R14.5 three or more numbers in a row are a range, and of many only the first are named', async () => {
  const [en, zh] = [await wordsIn('en'), await wordsIn('zh')];
  const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);
  for (const [numbers, text] of [
    [[], ''],
    [[7], '7'],
    [[7, 8], '7, 8'],
    [[7, 8, 9], '7–9'],
    [[1, 2, 4, 5, 6, 9], '1, 2, 4–6, 9'],
    [upTo(81), '1–81'],
    [upTo(40).map((n) => 2 * n), '2, 4, 6, 8, 10 and 35 more'],
  ] as const)
    expect(joinNumbers(numbers, en)).toBe(text);
  const many = joinNumbers([20, 21, 22, 30, 40, 50, 60, 70, 71], zh);
  expect(zh.t('plan.skip_awaited', { steps: many })).toBe('跳过（第 20–22、30、40、50、60 步和另外 2 步要用到）');
});

test('R8.6 of many steps that the model left out, the conversation names a few and counts the others', async () => {
  const params = { names: 'Bread; Eggs; Milk', names_more: '80' };
  expect(appliedDefaultText('closed_early', params, await wordsIn('en'))).toMatch(
    /Left out: Bread; Eggs; Milk; and 80 more$/u,
  );
  expect(appliedDefaultText('closed_early', { names: 'Bread' }, await wordsIn('en'))).toMatch(/Left out: Bread$/u);
});

test('R9.10 what was deleted does not count as written, and files are named', async () => {
  const counts = [
    { store: 'todos', change: 'deleted', n: 1 },
    { store: 'files', change: 'put', n: 2 },
  ] as const;
  expect(writtenAndDeletedText(counts, await wordsIn('en'))).toBe('Written: 2 files · Deleted: 1 to-do');
  const names = ['a.md', 'b.csv', 'c.md'];
  const files = [{ store: 'files', change: 'put', n: 5, names }] as const;
  expect(writtenAndDeletedText(files, await wordsIn('en'))).toBe('Written: 5 files (a.md, b.csv, c.md, …)');
  expect(writtenAndDeletedText(files, await wordsIn('zh'))).toBe('已写入：5 个文件（a.md、b.csv、c.md、…）');
  expect(writtenAndDeletedText(counts.slice(0, 1), await wordsIn('zh'))).toBe('已删除：1 条待办');
  const fee: WrittenCount[] = [{ store: 'entries', change: 'put', n: 1, names: ['交物业费'], no_reminder: true }];
  expect(writtenAndDeletedText(fee, await wordsIn('zh'))).toBe('已写入：1 条日程（交物业费，不提醒）');
  expect(writtenAndDeletedText(fee, await wordsIn('en'))).toBe('Written: 1 calendar entry (交物业费; no reminder)');
  const missing = [{ store: 'files', change: 'missing', n: 1, names: names.slice(0, 1) }] as const;
  expect(writtenAndDeletedText(missing, await wordsIn('en'))).toBe(
    'Nothing was written · Named in the answer, but not there: 1 file (a.md)',
  );
  expect(writtenAndDeletedText([...files, ...missing], await wordsIn('zh'))).toBe(
    '已写入：5 个文件（a.md、b.csv、c.md、…） · 回答中提到，但并不存在：1 个文件（a.md）',
  );
});

test('R8.6 what the answer says was done without a change of that kind is named under it', async () => {
  const unmade = (['todos', 'entries', 'messages', 'payments'] as const).map(
    (store) => ({ store, change: 'missing', n: 1 }) as const,
  );
  expect(writtenAndDeletedText([{ store: 'files', change: 'put', n: 1 }, ...unmade], await wordsIn('zh'))).toBe(
    '已写入：1 个文件 · 回答说做了，但这个任务没有做：添加待办、添加日程、发送消息、付款或预订',
  );
  expect(writtenAndDeletedText(unmade, await wordsIn('en'))).toBe(
    'Nothing was written · Not done in this task, though the answer says so: adding to-dos, adding calendar entries, sending messages, paying or booking',
  );
});

test('R10.1 the commands are offered by their names in the language, and understood by them', () => {
  for (const command of commandList) {
    expect(localizedCommandName(command, 'en')).toBe(`/${command.name}`);
    expect(localizedCommandName(command, 'zh')).toMatch(/^\/\p{Script=Han}+$/u);
    expect(parseCommand(localizedCommandName(command, 'zh'))).toMatchObject({ kind: 'command', name: command.name });
  }
});
