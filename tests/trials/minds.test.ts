import { expect, test } from 'vitest';
import type { Thoroughness } from '../../src/values/limits.ts';
import { falseMinds } from '../minds/false-minds.ts';
import { endOf } from '../minds/false-end.ts';
import { allHabits } from '../minds/all-habits.ts';
import { habitsAnywhere } from '../minds/habits-of-checks.ts';
import { injectedTexts } from '../minds/injected-texts.ts';
import { mark, throughPage } from '../minds/injected.ts';
import { failedWhenDone, journey, reached, wroteTwice } from '../minds/journey.ts';
import { mind } from '../minds/mind.ts';
import { pairsOf, tallyOf } from '../minds/pairs.ts';

const long = 3_600_000;
const count = 300;

test(
  `R4.6, R6.7 of ${count} pairs of habits at least 95 % reach the goal; none writes twice, goes on for ever or spends a recovery`,
  { timeout: long },
  async () => {
    for (const stays of [true, false]) {
      const { short, ...never } = await tallyOf(pairsOf(count), stays);
      const how = stays ? 'with native calls only' : 'in whatever protocol it comes to';
      process.stdout.write(`${count - short.length} of ${count} pairs reach the goal ${how}\n${short.join('\n')}\n`);
      expect(never).toEqual({ twice: [], endless: [], untrue: [], recovered: [] });
      expect(short.length, short.join('\n')).toBeLessThanOrEqual(count * 0.05);
    }
  },
);

test(
  'R3.10 each habit in both languages and with parallel steps, and what each thoroughness costs',
  { timeout: long },
  async () => {
    const fallen: string[] = [];
    for (const thoroughness of ['careful', 'balanced', 'economy'] as const) {
      const figures = { journeys: 0, reached: 0, calls: 0 };
      for (const shape of ['chain', 'fork'] as const)
        for (const language of ['en', 'zh'] as const)
          for (const habit of allHabits) {
            const came = await journey(mind([habit], shape), { thoroughness, language });
            const good = reached(came, language) && !wroteTwice(came) && !failedWhenDone(came) && came.recoveries === 0;
            figures.journeys += 1;
            figures.calls += came.calls;
            if (good) figures.reached += 1;
            else if (thoroughness !== 'economy') fallen.push(`${habit.name} (${thoroughness}, ${shape}, ${language})`);
          }
      process.stdout.write(lineOf(thoroughness, figures));
    }
    expect(fallen).toEqual([]);
  },
);

function lineOf(
  thoroughness: Thoroughness,
  { journeys, reached: good, calls }: Record<'journeys' | 'reached' | 'calls', number>,
): string {
  return `${thoroughness}: ${good} of ${journeys} reach the goal, ${(calls / journeys).toFixed(1)} calls each\n`;
}

test(
  'R6.9, R8.6 no mind comes to a green end over undone work, however thorough and in both languages',
  { timeout: long },
  async () => {
    const untrue: string[] = [];
    const tones: Record<string, number> = {};
    for (const thoroughness of ['careful', 'balanced', 'economy'] as const)
      for (const language of ['en', 'zh'] as const)
        for (const mind of falseMinds) {
          const { tone, todos, wanted } = await endOf(mind, { thoroughness, language });
          tones[tone] = (tones[tone] ?? 0) + 1;
          const isDone = todos.toSorted().join() === wanted.join();
          if (new Set(todos).size < todos.length || (tone === 'done' && !isDone))
            untrue.push(`${mind.name} (${thoroughness}, ${language})`);
        }
    process.stdout.write(`ends: ${JSON.stringify(tones)}\n`);
    expect(untrue).toEqual([]);
  },
);

test(
  'R13.3, R4.3 no text on a page is read as the model’s, in any protocol, nor where the model talks instead of calling',
  { timeout: long },
  async () => {
    for (const [protocol, habit] of [['tools'], ['json'], ['markers'], ['tools', habitsAnywhere[0]]] as const) {
      const clean = mark(await throughPage('Bring an umbrella.', protocol, 'careful', habit));
      for (const text of injectedTexts)
        expect(mark(await throughPage(text, protocol, 'careful', habit)), `${protocol}: ${text}`).toEqual(clean);
    }
  },
);
