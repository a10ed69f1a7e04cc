import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { Announcements, taskAnnouncement } from '../../../src/ui/session/announcements.svelte.ts';
import { statusLine } from '../../../src/ui/session/status-line.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const progress = (text: string) => ({ parts: [text], about: text, weight: 'progress' }) as const;
const change = (text: string) => ({ parts: [text], about: text, weight: 'change' }) as const;
const urgent = (text: string, about = text) => ({ parts: [text], about, weight: 'urgent' }) as const;

test('R14.5 what changes fast is told at most once in a while, and then as it stands', () => {
  const heard = new Announcements();
  heard.stand(progress('Step 1'));
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual(['Step 1']);
  heard.stand(progress('Step 2'));
  heard.stand(progress('Step 3'));
  expect(heard.texts).toEqual(['Step 1']);
  vi.advanceTimersByTime(4000);
  expect(heard.texts).toEqual(['Step 3']);
  vi.advanceTimersByTime(60_000);
  heard.stand(progress('Step 4'));
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual(['Step 4']);
});

test('R14.5 a second permission is told at once, also if it is worded like the first', () => {
  const heard = new Announcements();
  heard.stand(urgent('Needs you', 'effect 1'));
  vi.advanceTimersByTime(100);
  const first = heard.texts;
  expect(first).toEqual(['Needs you']);
  heard.stand(progress('Step 1'));
  heard.stand(urgent('Needs you', 'effect 2'));
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual(['Needs you']);
  expect(heard.texts).not.toBe(first);
});

test('R14.5 a second pause is told like the first, a step that goes on is not', () => {
  const heard = new Announcements();
  heard.stand(change('Paused'));
  vi.advanceTimersByTime(100);
  const first = heard.texts;
  heard.stand(progress('Step 1'));
  heard.stand(change('Paused'));
  vi.advanceTimersByTime(4000);
  expect(heard.texts).toEqual(['Paused']);
  expect(heard.texts).not.toBe(first);

  heard.stand(progress('Step 1'));
  vi.advanceTimersByTime(8000);
  const step = heard.texts;
  expect(step).toEqual(['Step 1']);
  heard.stand(progress('Step 2'));
  vi.advanceTimersByTime(100);
  heard.stand(progress('Step 3'));
  heard.stand(progress('Step 2'));
  vi.advanceTimersByTime(8000);
  expect(heard.texts).toEqual(['Step 2']);
});

test('R14.5 nothing that was said is left out, and a reply does not wait for its turn', () => {
  const heard = new Announcements();
  heard.stand(progress('Working'));
  heard.say('First answer');
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual(['Working', 'First answer']);
  heard.say('Second answer');
  heard.say('Third answer');
  heard.stand(change('Done'));
  vi.advanceTimersByTime(4000);
  expect(heard.texts).toEqual(['Done', 'Second answer', 'Third answer']);
  const before = heard.texts;
  heard.say('Third answer', true);
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual(['Third answer']);
  expect(heard.texts).not.toBe(before);
});

test('R14.5 nothing is told of a page that is closed', () => {
  const heard = new Announcements();
  heard.stand(progress('Step 1'));
  vi.advanceTimersByTime(100);
  heard.stand(urgent('Needs you'));
  heard.close();
  vi.advanceTimersByTime(60_000);
  expect(heard.texts).toEqual(['Step 1']);
});

const steps = [{ ...newStep('s1', 'Wash'), status: 'completed' as const }, newStep('s2', 'Bake')];
const begun = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', '2026-01-01T00:00:00Z');
const run = { ...begun, plan: { ...begun.plan, steps } };
const present = { now: '2026-01-01T10:00:00Z', zone: 'Europe/Berlin' };

/** What is told of a task, in one text. */
const told = (change: Partial<Run>, how: Parameters<typeof statusLine>[1] = {}) => {
  const now = { ...run, ...change };
  return taskAnnouncement(now, statusLine(now, how), words, present)?.parts.filter(Boolean).join(' ');
};

test('R14.5 a task is told of by its step, by what it waits for and by its end, not by all in between', async () => {
  expect(taskAnnouncement(null, statusLine(null), words, present)).toBeNull();
  expect(told({ phase: 'intake' })).toBe('Reading your goal');
  expect(told({ phase: 'planning' })).toBe('Making a plan');
  expect(told({ phase: 'executing' })).toBe('Step 2 of 2: Bake');
  expect(told({ phase: 'replanning' })).toBeUndefined();
  expect(told({ phase: 'verifying' })).toBeUndefined();
  expect(told({ phase: 'executing' }, { offline: true })).toContain('No network');
  expect(told({ phase: 'intake' }, { retrying: 'model' })).toMatch(/No usable answer from the model yet. Trying again/);
  expect(told({ phase: 'executing' }, { retrying: 'call' })).toMatch(/will be made again/);
  expect(told({ phase: 'completed' })).toBe('Done: 1 of 2 steps completed');
  await words.setLanguage('zh');
  expect(told({ phase: 'executing' })).toBe('第 2 步，共 2 步： Bake');
  expect(told({ phase: 'executing' }, { retrying: 'model' })).toBe('模型还没有给出可用的回答，会自动再试');
  await words.setLanguage('en');
});

test('R7.3 a permission is told with what it is for and the site, each in its own turn', async () => {
  const asks = (effect: string, name: string): Run['approvals'][number] => ({
    effect,
    step_id: 's2',
    tool: 'todo',
    access: {
      origin: null,
      private_address: false,
      subject: name,
      rule: 'always_ask',
      about: { what: 'todo.delete', name },
    },
    decision: null,
  });
  const asking = { ...run, phase: 'executing' as const, approvals: [asks('e1', 'Old junk A')] };
  expect(told(asking)).toBe('Needs you: a permission Delete the to-do “Old junk A”');
  const of = (one: Run) => taskAnnouncement(one, statusLine(one), words, present);
  expect(of(asking)?.weight).toBe('urgent');
  expect(of({ ...asking, approvals: [asks('e2', 'Old junk A')] })?.about).not.toBe(of(asking)?.about);
  const site = asks('e3', 'x');
  site.access = { ...site.access, origin: 'https://example.org' };
  expect(told({ ...asking, approvals: [site] })).toMatch(/Site: https:\/\/example\.org$/);
  await words.setLanguage('zh');
  expect(told(asking)).toBe('等你回应：许可一件事 删除待办“Old junk A”');
  await words.setLanguage('en');
});

test('R14.5 of a long text the first sentences are told, whole', () => {
  const heard = new Announcements();
  const sentence = 'All of it was found in the three pages that you named. ';
  heard.say(sentence.repeat(30));
  vi.advanceTimersByTime(100);
  expect(heard.texts).toEqual([sentence.repeat(10).trim()]);
});
