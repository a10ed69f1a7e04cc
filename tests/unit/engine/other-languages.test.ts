import { describe, expect, test } from 'vitest';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { isInOtherLanguage } from '../../../src/task/goal-language.ts';
import { fileNamesInText } from '../../../src/task/unknown-files.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { statusLine } from '../../../src/ui/session/status-line.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

const goal = 'Trage den Termin beim Zahnarzt ein und schreibe die Kosten für März auf';
const asksBack = (request: ModelRequest) => /is not done yet/.test(request.messages.at(-1)?.text ?? '');
const finish = (response: string, changed?: unknown): [string, unknown] => [
  'finish_step',
  { response, ...(changed !== undefined && { changed }) },
];
const dentist: [string, unknown] = ['schedule', { action: 'add', title: 'Zahnarzt', start: '2026-12-04T09:00' }];
const write = (name: string): [string, unknown] => ['files', { action: 'write', name, content: 'Miete: 900' }];

async function ended(thought: (request: ModelRequest) => ModelReply, closing = 'Fertig.', wish = goal): Promise<World> {
  const world = new World((request) => {
    if (request.purpose === 'intake' || request.purpose === 'plan')
      return calls(['create_plan', { plan: ['Termin eintragen', 'Kosten notieren'] }]);
    if (request.purpose === 'thought') return thought(request);
    if (request.purpose === 'evaluation')
      return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
    return request.tools.some(({ name }) => name === 'keep_plan')
      ? calls(['keep_plan', {}])
      : calls(['finish_task', { response: closing }]);
  });
  world.submit(wish);
  await world.untilPhase('completed', 'failed', 'blocked', 'paused', 'waiting');
  return world;
}

const thoughtsOf = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'thought');
const askedBack = (world: World) => thoughtsOf(world).filter(asksBack).map(textOf);
const reasons = (world: World) => world.run.plan.steps.map(({ status, reason }) => reason?.code ?? status);
const writtenBy = (world: World) => world.lines('task_end')[0]?.written;

describe('R6.9 an end in a language that Cairn does not read', () => {
  test('has a field for what the step changed, which English and Chinese goals do not have', async () => {
    const schemaOf = async (wish: string) => {
      const world = await ended(() => calls(finish('Fertig.')), 'Fertig.', wish);
      const tool = thoughtsOf(world)[0]?.tools.find(({ name }) => name === 'finish_step');
      return JSON.stringify(tool?.schema);
    };
    expect(await schemaOf(goal)).toContain('"changed"');
    expect(await schemaOf('Put the dentist into the calendar')).not.toContain('"changed"');
    expect(await schemaOf('把看牙加入日程')).not.toContain('"changed"');
  });

  test.each<[string, unknown, string]>([
    ['an entry', ['calendar'], 'nothing_done'],
    ['an entry, as one word', 'calendar', 'nothing_done'],
    ['a file and a message', ['file', 'outside'], 'nothing_done'],
    ['a message', ['outside'], 'said_outside'],
  ])('that says in it that %s was made is held to it', async (_, changed, code) => {
    const world = await ended((request) =>
      calls(stepOf(request) === 1 ? finish('Der Termin ist eingetragen.', changed) : finish('Fertig.')),
    );
    expect(reasons(world)).toEqual([code, 'completed']);
    expect(askedBack(world)).toHaveLength(code === 'nothing_done' ? 1 : 0);
    expect(statusLine(world.run).tone).not.toBe('done');
  });

  test('that claims an entry where only a file was written is asked back, then to check', async () => {
    const world = await ended((request) => {
      if (stepOf(request) !== 1) return calls(finish('Fertig.'));
      return calls(results(request).length === 0 ? write('a.md') : finish('Eingetragen.', ['calendar', 'file']));
    });
    expect(reasons(world)).toEqual(['said_outside', 'completed']);
    expect(askedBack(world)[0]).toContain('“changed” says calendar, and no call has changed that');
  });

  test.each<[string, (request: ModelRequest) => ModelReply]>([
    [
      'makes it when asked back',
      (request) => (asksBack(request) ? calls(dentist) : calls(finish('Eingetragen.', ['calendar']))),
    ],
    [
      'takes it back when asked back',
      (request) =>
        calls(asksBack(request) ? finish('Das kann ich nicht.', ['none']) : finish('Eingetragen.', ['calendar'])),
    ],
  ])('that %s is done', async (_, thought) => {
    const world = await ended((request) => {
      if (stepOf(request) !== 1) return calls(finish('Fertig.', ['calendar']));
      return results(request).some((text) => text.startsWith('Added'))
        ? calls(finish('Eingetragen.', ['calendar']))
        : thought(request);
    });
    expect(reasons(world)[0]).toBe('completed');
    expect(askedBack(world).length).toBeGreaterThan(0);
  });

  test.each<[string, (request: ModelRequest) => ModelReply]>([
    [
      'made what it says',
      (request) => calls(...(results(request).length === 0 ? [dentist] : []), finish('Eingetragen.', ['calendar'])),
    ],
    [
      'says what an earlier step made',
      (request) =>
        stepOf(request) === 1
          ? calls(dentist, write('kosten.md'), finish('Alles da.'))
          : calls(finish('Beides ist da.', ['calendar', 'note', 'file'])),
    ],
    ['says that it changed nothing', () => calls(finish('Gelesen.', ['none']))],
    ['leaves the field out', () => calls(finish('Gelesen.'))],
    ['says something else in it', () => calls(finish('Gelesen.', { calendar: true }))],
  ])('that %s is not asked back', async (_, thought) => {
    const world = await ended(thought);
    expect(reasons(world)).toEqual(['completed', 'completed']);
    expect(askedBack(world)).toEqual([]);
  });

  test('that names a file which is not there is asked back, then to check', async () => {
    const world = await ended((request) =>
      calls(finish(stepOf(request) === 1 ? 'Die Tabelle wurde als „kosten.xlsx“ gespeichert.' : 'Fertig.')),
    );
    expect(askedBack(world)[0]).toContain('you name “kosten.xlsx”, and there is no file of that name');
    expect(world.run.plan.steps[0]).toMatchObject({
      reason: { code: 'unsaved_file' },
      result: 'The model names kosten.xlsx, but there is no file of that name',
    });
  });

  test('that names a file of the goal, of a call or of the session is done', async () => {
    const world = await ended(
      (request) =>
        results(request).length === 0
          ? calls(write('kosten.md'))
          : calls(finish('In kosten.md steht, was in liste.csv stand.', ['file'])),
      'Die Kosten stehen in kosten.md, aus liste.csv.',
      `${goal}, aus liste.csv`,
    );
    expect([reasons(world), askedBack(world)]).toEqual([['completed', 'completed'], []]);
    expect(world.lines('task_end')[0]?.tone).toBe('green');
  });

  test('an answer that names such a file says so, and one of a task that wrote nothing says that, too', async () => {
    const said = await ended(() => calls(finish('Fertig.')), 'Die Tabelle liegt als kosten.xlsx bereit.');
    expect(writtenBy(said)).toEqual([{ store: 'files', change: 'missing', n: 1, names: ['kosten.xlsx'] }]);
    const silent = await ended(() => calls(finish('Fertig.')));
    expect(writtenBy(silent)).toEqual([{ store: 'elsewhere', change: 'none', n: 0 }]);
    const english = await ended(() => calls(finish('Done.')), 'Done.', 'Tell me about the dentist');
    expect(writtenBy(english)).toEqual([]);
  });
});

test('R6.9 a goal is in another language only if nothing in it is English or Chinese', () => {
  const others = [
    goal,
    'Rechnung an die Steuerberaterin per E-Mail schicken und 1.234,57 € an die Stadtwerke überweisen',
    'Dibuja los ingresos de cinco años',
    'Réserve une table pour samedi soir et préviens les invités',
    'Напиши письмо бухгалтеру',
    '歯医者の予約をカレンダーに入れてください',
    '치과 예약을 달력에 추가해 주세요',
  ];
  const own = [
    'Buy milk',
    'Plan Müllers Geburtstag, Kuchen, Gäste',
    'Book a table at Café Zürich in Genève',
    'Bolt costs 45 EUR per seat, Uber 50 EUR',
    'Blue kettle of stainless steel, red kettle of copper',
    '把看牙加入日程',
    '用 Python 写 quicksort implementation in TypeScript',
    'Kosten?',
  ];
  const isOther = (wish: string, language?: string) =>
    isInOtherLanguage({ plan: emptyPlan('p', wish, ''), ...(language !== undefined && { language }) });
  expect(others.filter((wish) => !isOther(wish))).toEqual([]);
  expect(own.filter((wish) => isOther(wish))).toEqual([]);
  expect(isOther('歯科予約追加', 'ja')).toBe(true);
});

test('R6.9 the names of documents are found in any language, without code, questions and addresses', () => {
  expect(fileNamesInText('Gespeichert als „kosten.xlsx“ und `brief.docx`. 保存到 a-b.md。')).toEqual([
    'kosten.xlsx',
    'brief.docx',
    'a-b.md',
  ]);
  expect(
    fileNamesInText(
      'Soll ich kosten.xlsx anlegen?\n```\nopen x.csv\n```\nSiehe https://a.example/b.pdf, `cat x.csv`, package.json, *.csv, x.csv.gz',
    ),
  ).toEqual([]);
});
