import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { newRun } from '../../../src/task/run.ts';
import { Announcements, taskAnnouncement } from '../../../src/ui/session/announcements.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('R14.5 what changes fast is told at most once in a while, and then as it stands', () => {
  const heard = new Announcements();
  heard.stand('Step 1');
  vi.advanceTimersByTime(100);
  expect(heard.text).toBe('Step 1');
  heard.stand('Step 2');
  heard.stand('Step 3');
  expect(heard.text).toBe('Step 1');
  vi.advanceTimersByTime(4000);
  expect(heard.text).toBe('Step 3');
  vi.advanceTimersByTime(60_000);
  heard.stand('Step 4');
  vi.advanceTimersByTime(100);
  expect(heard.text).toBe('Step 4');
});

test('R14.5 nothing that was said is left out', () => {
  const heard = new Announcements();
  heard.stand('Working');
  heard.say('First answer');
  vi.advanceTimersByTime(100);
  expect(heard.text).toBe('Working\nFirst answer');
  heard.say('Second answer');
  heard.say('Third answer');
  heard.stand('Done');
  vi.advanceTimersByTime(4000);
  expect(heard.text).toBe('Done\nSecond answer\nThird answer');
});

test('R14.5 nothing is told of a page that is closed', () => {
  const heard = new Announcements();
  heard.stand('Step 1');
  vi.advanceTimersByTime(100);
  heard.stand('Step 2');
  heard.close();
  vi.advanceTimersByTime(60_000);
  expect(heard.text).toBe('Step 1');
});

test('R14.5 a task is told of by its step, by what it waits for and by its end, not by all in between', async () => {
  const run = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', '2026-01-01T00:00:00Z');
  const steps = [{ ...newStep('s1', 'Wash'), status: 'completed' as const }, newStep('s2', 'Bake')];
  const plan = { ...run.plan, steps };
  const told = (phase: typeof run.phase, offline = false) =>
    taskAnnouncement({ ...run, plan, phase }, { offline }, words);
  expect(taskAnnouncement(null, {}, words)).toBeNull();
  expect(told('intake')).toBeNull();
  expect(told('planning')).toBe('Making a plan');
  expect(told('executing')).toBe('Step 2 of 2: Bake');
  expect(told('replanning')).toBeNull();
  expect(told('verifying')).toBeNull();
  expect(told('executing', true)).toContain('No network');
  expect(told('completed')).toBe('Done: 1 of 2 steps completed');
  await words.setLanguage('zh');
  expect(told('executing')).toBe('第 2 步，共 2 步：Bake');
  await words.setLanguage('en');
});

test('R14.5 of a long text the first sentences are told, whole', () => {
  const heard = new Announcements();
  const sentence = 'All of it was found in the three pages that you named. ';
  heard.say(sentence.repeat(30));
  vi.advanceTimersByTime(100);
  expect(heard.text).toBe(sentence.repeat(10).trim());
});
