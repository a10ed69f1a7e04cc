import { expect, test } from 'vitest';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { noticeText } from '../../../src/ui/conversation/notice-text.ts';
import { historyEntryText } from '../../../src/ui/history/history-entry-text.ts';
import { placeholderLabel, placeholderFieldType } from '../../../src/ui/templates/template-field.ts';

const en = new Translator();
const zh = new Translator();
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);

const digest = { done: '2', total: '5', current: '3', finished: 'A; B', failed: 'C', open: 'D; E' };

test.each([
  ['limit', { ...digest, limit: '60' }],
  ['replans_used_up', { ...digest, detail: 'The page is gone.' }],
  ['replans_used_up', { ...digest, detail: '' }],
  ['not_verified', { ...digest, detail: 'A to-do is missing.' }],
  ['steps_merged', { planned: '24', limit: '20', merged: '5' }],
  ['plan_mended', { fault: 'no_tool', tool: 'teleport', at: '0' }],
  ['plan_mended', { fault: 'no_dependency', id: 'the pages', step: 'Compare the kettles', at: '2' }],
  ['plan_mended', { fault: 'no_reference', id: 'lost', step: 'Compare the kettles', at: '2' }],
  ['planned_without_plan', {}],
])('R5.3, R6.3, R6.6, R7.3 the notice %s is worded in both languages, with all it was given', (code, params) => {
  for (const words of [en, zh]) {
    const text = noticeText(code, params, words);
    expect(text).not.toMatch(/\{\w+\}|notice\./);
    for (const [name, value] of Object.entries(params))
      if (!['at', 'current', 'fault'].includes(name)) expect(text).toContain(value);
  }
});

test('R5.3 a notice of many steps names the first ones and counts the rest', () => {
  const params = { ...digest, finished: 'A; B; C; D; E', finished_more: '80', limit: '60' };
  expect(noticeText('limit', params, en)).toContain('- Done: A; B; C; D; E; and 80 more');
  expect(noticeText('limit', params, zh)).toContain('A; B; C; D; E；另有 80 个');
});

test('R3.9 the history tells a replan by its changes, and leaves out what it kept', () => {
  const body = {
    type: 'replanned' as const,
    cause: 'step_ended' as const,
    outcome: 'replanned' as const,
    steps: 3,
    difference: [
      { kind: 'kept' as const, id: 'a', description: 'One' },
      { kind: 'changed' as const, id: 'b', description: 'Two anew', was: 'Two' },
      { kind: 'moved' as const, id: 'c', description: 'Three' },
      { kind: 'dropped' as const, id: 'd', description: 'Four' },
    ],
  };
  expect(historyEntryText(body, en).detail).toBe('Changed: Two → Two anew\nMoved: Three\nDropped: Four');
  expect(historyEntryText(body, zh).detail).toBe('修改：Two → Two anew\n移动：Three\n去掉：Four');
});

test('R2.9 an open place is asked for by its name, in a field that fits it', () => {
  expect(['first_date', 'city', '出发日期'].map(placeholderLabel)).toEqual(['First date', 'City', '出发日期']);
  const ofType = {
    date: ['exam_date', 'Date', 'date 2', '出发日期', '日期2', '日期 2', '截止日期 3'],
    url: ['page_url', 'address 2', '网页网址', '网址 2'],
    text: ['update', 'city', '日期格式'],
  };
  for (const [type, names] of Object.entries(ofType))
    expect(names.map((name) => [name, placeholderFieldType(name)])).toEqual(names.map((name) => [name, type]));
});

test('R4.6 the history says where a model is asked in an easier form from then on', () => {
  const reply = { text: 'ok', calls: [], finish: 'stop' as const, usage: null };
  const body = { type: 'model_reply' as const, purpose: 'thought' as const, reply };
  for (const words of [en, zh]) {
    const plain = historyEntryText(body, words).text;
    const eased = historyEntryText({ ...body, protocol: 'json', eased: 'tools' }, words).text;
    expect(eased).toContain(plain);
    expect(eased).toContain(words.t('progress.eased.json'));
    expect(historyEntryText({ ...body, protocol: 'markers', eased: 'json' }, words).text).toContain(
      words.t('progress.eased.markers'),
    );
  }
});
