import { expect, test } from 'vitest';
import type { FileImporter, PlanImportRequest } from '../../../src/formats/imports.ts';
import type { Run } from '../../../src/task/run.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import type { FileReadResult } from '../../../src/ports/file-reading.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { PlanImport } from '../../../src/ui/plan/plan-import.svelte.ts';
import { planErrorText } from '../../../src/ui/import/import-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { allMessages } from '../i18n/all-messages.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { importsHere } from '../../fakes/imports-here.ts';

type Reading = FileReadResult<never>;

/** A session that notes what it is told; without a `plan` files are read here. */
function world(plan: FileImporter['plan'] = importsHere.plan, isFull = false) {
  const told: Run[] = [];
  const asked: PlanImportRequest[] = [];
  const dependencies = {
    clock: new FakeClock(),
    ruledTools: async () => [],
    stores: {
      settings: { get: async () => defaultSettings },
      sessions: { wholeJournal: async () => [] },
    },
    imports: async () => ({
      ...importsHere,
      plan: (wish: PlanImportRequest, options: { signal: AbortSignal }) => {
        asked.push(wish);
        return plan(wish, options);
      },
    }),
  } as unknown as AppDependencies;
  const session = {
    id: 's1',
    run: null,
    tell: async ({ run }: { run: Run }) => !isFull && told.push(run) > 0,
  };
  return { told, asked, dependencies, incoming: new PlanImport(dependencies, session, new Translator()) };
}

const file = new File(['["Wash the apples", "Bake the cake"]'], 'plan.json');

test('R2.6, R2.7 nothing is changed before the plan is accepted, and then it arrives paused', async () => {
  const { told, incoming } = world();
  await incoming.read(file);
  expect(incoming.state).toMatchObject({ kind: 'read', reading: { shape: 'list' } });
  expect(told).toEqual([]);
  await incoming.accept();
  expect(told).toMatchObject([{ phase: 'paused', pause: { code: 'imported' }, tainted: true, approvals: [] }]);
  expect(incoming.state).toEqual({ kind: 'idle' });
});

test('R12.4 a plan that cannot be stored is still shown', async () => {
  const { told, incoming } = world(importsHere.plan, true);
  await incoming.read(file);
  await incoming.accept();
  expect([told, incoming.state.kind]).toEqual([[], 'read']);
});

test('R2.7 a plan that is accepted twice at once arrives once', async () => {
  const { told, incoming } = world();
  await incoming.read(file);
  await Promise.all([incoming.accept(), incoming.accept()]);
  await incoming.accept();
  expect([told.length, incoming.state]).toEqual([1, { kind: 'idle' }]);
});

test.each(['en', 'zh'] as const)('R2.6 a picture that is chosen as a plan is called no text (%s)', async (language) => {
  const { incoming } = world();
  const picture = Uint8Array.from([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
  ]);
  await incoming.read(new File([picture], 'plan.json'));
  expect(incoming.state).toEqual({ kind: 'refused', error: { code: 'no_text', path: '', params: {} } });
  expect(incoming.encoding).toBeNull();
  const words = new Translator();
  await words.setLanguage(language);
  await words.loadAll();
  const text = planErrorText({ code: 'no_text', path: '', params: {} }, words);
  expect(text).toMatch(
    language === 'en' ? /^This is no text file .+\. Choose .+\.$/ : /^这不是文本文件.+。请选择.+。$/,
  );
});

test('R2.7 a plan that was done elsewhere becomes a new task with all steps open', async () => {
  const { told, dependencies, incoming } = world();
  await incoming.read(new File(['- [x] Wash the apples\n- [x] Bake the cake\n'], 'list.md'));
  await incoming.accept();
  expect(told[0]).toMatchObject({ phase: 'completed', pause: { code: 'imported' } });
  const [run = null] = told;
  const tell = async ({ run: next }: { run: Run }) => told.push(next) > 0;
  await new PlanImport(dependencies, { id: 's1', run, tell }, new Translator()).again();
  expect(told[1]).toMatchObject({ phase: 'paused', tainted: true });
  expect(told[1]?.id).not.toBe(run?.id);
  expect(told[1]?.plan.steps.map(({ description, status }) => [description, status])).toEqual([
    ['Wash the apples', 'pending'],
    ['Bake the cake', 'pending'],
  ]);
});

test('R2.7 the goal can be changed before the plan is accepted; an empty one leaves that of the plan', async () => {
  const { told, incoming } = world();
  for (const goal of ['Prepare the feast', '  ']) {
    await incoming.read(file);
    expect(incoming.goal).toBe('Wash the apples; Bake the cake');
    incoming.goal = goal;
    await incoming.accept();
  }
  expect(told.map(({ plan }) => plan.goal)).toEqual(['Prepare the feast', 'Wash the apples; Bake the cake']);
});

test('R13.4 a reading that is dismissed is ended, and what comes of it is heard by nobody', async () => {
  let ended = false;
  const { incoming } = world(
    (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended = true;
          resolve({ kind: 'aborted' });
        });
      }),
  );
  const reading = incoming.read(file);
  expect(incoming.state).toEqual({ kind: 'reading' });
  await Promise.resolve();
  incoming.dismiss();
  await reading;
  expect([ended, incoming.state]).toEqual([true, { kind: 'idle' }]);
});

test('R2.6 of two files only the later one is shown', async () => {
  const answers: ((reading: Awaited<ReturnType<FileImporter['plan']>>) => void)[] = [];
  const { incoming } = world(() => new Promise((resolve) => answers.push(resolve)));
  const first = incoming.read(file);
  const second = incoming.read(new File(['["Set the table"]'], 'plan.json'));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ kind: 'read', value: { ok: false, error: { code: 'blank_file', path: '', params: {} } } });
  answers[0]?.({ kind: 'timeout' });
  await Promise.all([first, second]);
  expect(incoming.state).toMatchObject({ kind: 'refused', error: { code: 'blank_file' } });
});

test.each<Reading['kind']>(['timeout', 'crashed', 'unavailable', 'unreadable'])(
  'R13.4 a reading that comes to nothing (%s) is told in a sentence that names the file',
  async (kind) => {
    const { told, incoming } = world(async () => ({ kind }) as Reading);
    await incoming.read(file);
    expect(incoming.state).toEqual({ kind: 'unread', code: kind, file: 'plan.json' });
    for (const words of Object.values(allMessages))
      expect(words[`imports.${kind as 'timeout'}`]).toMatch(/\{file\}.*[.。]$/);
    await incoming.accept();
    expect(told).toEqual([]);
  },
);

test('R13.4 where the code that reads cannot be fetched, that is told', async () => {
  const { dependencies, incoming } = world();
  dependencies.imports = () => Promise.reject(new Error('offline'));
  await incoming.read(file);
  expect(incoming.state).toEqual({ kind: 'unread', code: 'unavailable', file: 'plan.json' });
});

test('R2.6 what is too large is not even opened', async () => {
  const { asked, incoming } = world();
  await incoming.read(Object.defineProperty(new File(['x'], 'plan.json'), 'size', { value: 20 * 1024 * 1024 + 1 }));
  expect(incoming.state).toEqual({ kind: 'failed', code: 'too_large' });
  expect(asked).toEqual([]);
});

const advice = `Here is a plan:

1. **Wash the apples**
2. Bake the cake
   - at 180 degrees

Enjoy!`;
const coded =
  'Here it is:\n```json\n{"plan":[{"id":"a","description":"Look","tool":"todo","parameters":{"action":"list"}},{"id":"b","description":"Tell","dependencies":["a"]}]}\n```';

test('R3.5, R3.6 an answer that is made the plan keeps its goal and waits for approval', async () => {
  const { told, incoming } = world();
  await incoming.takeAnswer(advice, 'Bake a cake');
  expect(incoming.state).toEqual({ kind: 'idle' });
  expect(told).toMatchObject([{ phase: 'reviewing', pause: null, tainted: false, plan: { goal: 'Bake a cake' } }]);
  expect(told[0]?.plan.steps.map(({ description, status }) => [description, status])).toEqual([
    ['Wash the apples', 'pending'],
    ['Bake the cake\n- at 180 degrees', 'pending'],
  ]);
});

test('R3.5 a plan in JSON keeps its tools and dependencies when it is made the plan', async () => {
  const { told, incoming } = world();
  await incoming.takeAnswer(coded, 'Tell me');
  expect(told[0]?.plan.steps).toMatchObject([
    { description: 'Look', tool: 'todo', parameters: { action: 'list' } },
    { description: 'Tell', dependencies: [expect.any(String)] },
  ]);
});

test('R2.6 an answer that cannot be read as a plan changes nothing, and says why', async () => {
  const { told, incoming } = world(async () => ({ kind: 'unavailable' }));
  await incoming.takeAnswer(advice, 'Bake a cake');
  expect(incoming.state).toMatchObject({ kind: 'unread', code: 'unavailable' });
  expect(told).toEqual([]);
});

test('R2.7 a reading that is closed without an import says so once, an accepted one does not', async () => {
  const { incoming } = world();
  let cancelled = 0;
  const read = () => incoming.read(file, () => (cancelled += 1));
  await read();
  await incoming.accept();
  expect(cancelled).toBe(0);
  await read();
  await incoming.read(file);
  incoming.dismiss();
  incoming.dismiss();
  expect(cancelled).toBe(1);
});
