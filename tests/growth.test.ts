import { describe, expect, test } from 'vitest';
import { jsonProtocol } from '../src/protocols/json-protocol.ts';
import { readIcs } from '../src/calendar/ics/read-ics.ts';
import { occurrencesIn } from '../src/calendar/occurrences-in.ts';
import { csvRows, tablesFromMarkdown, tableRows } from '../src/records/tables.ts';
import { planDifference } from '../src/plan/plan-difference.ts';
import { leafSteps } from '../src/plan/leaf-steps.ts';
import { planForRerun } from '../src/plan/plan-for-rerun.ts';
import { applyEdit, unstartedPlan } from '../src/plan/plan-edits.ts';
import { findDependencyCycle, orderConflict, planReadiness, markBlocked } from '../src/plan/plan-graph.ts';
import { currentStepIndex, planStatistics } from '../src/plan/plan-progress.ts';
import { emptyPlan, type Plan, planErrors } from '../src/plan/plan.ts';
import { resolveReferences, withImpliedDependencies } from '../src/plan/references.ts';
import { setDependency } from '../src/plan/set-dependency.ts';
import { composeClosingAnswer } from '../src/engine/closing.ts';
import { exportPlan } from '../src/formats/plan-file/export-plan.ts';
import { possibleDependencies, stepLinks, transitiveDependents } from '../src/plan/step-links.ts';
import { parseModelNames } from '../src/model/connection-test/listed-models.ts';
import { modelErrorFromResponse } from '../src/model/endpoint/model-error.ts';
import { nativeOrWrittenCalls } from '../src/model/endpoint/calls-in-text.ts';
import { readPlanFile } from '../src/formats/plan-file/read-plan-file.ts';
import { agenda } from '../src/ui/schedule/agenda.ts';
import { graphLayout } from '../src/ui/graph/graph-layout.ts';
import { readTaskLists } from '../src/formats/task-lists/read-task-lists.ts';
import { readTodos } from '../src/formats/todos/read-todos.ts';
import { markdownTokens } from '../src/formats/markdown-tokens.ts';
import { read, said } from './unit/protocols/replies.ts';
import { anEntry } from './unit/calendar/an-entry.ts';
import { heard } from './unit/model/read-bytes.ts';
import { countedWork } from './fixtures/counted-work.ts';
import { step } from './fixtures/steps.ts';

const many = 300;
const context = { planId: 'plan_new', at: '2026-02-01T00:00:00.000Z' };
const names = (n: number) => Array.from({ length: n }, (_, at) => `s${at}`);
const lines = (n: number, write: (at: number) => string) => Array.from({ length: n }, (_, at) => write(at)).join('');
const chained = (n: number) => names(n).map((id, at) => step(id, 'pending', ...(at === 0 ? [] : [`s${at - 1}`])));
const aPlan = (n: number): Plan => ({ ...emptyPlan('plan_1', 'Trip', context.at), steps: chained(n) });
const referring = (n: number) =>
  chained(n).map((each, at) => ({
    ...each,
    dependencies: [],
    parameters: { text: at === 0 ? '' : `\${s${at - 1}.result}` },
  }));
const day = 86_400_000;
const from = Date.parse('2026-11-21T00:00:00.000Z');
const calendar = {
  ...{ zone: 'Europe/Berlin', stored: [], now: '2026-11-23T08:00:00.000Z', untitled: 'Untitled' },
  newId: () => 'e1',
};
const event = (at: number, more = '') =>
  `BEGIN:VEVENT\r\nUID:${at}@b\r\nDTSTART:20260115T090000Z\r\nSUMMARY:Water ${at}\r\n${more}END:VEVENT\r\n`;
const ics = (events: string) => readIcs(`BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`, calendar);
const fault = (message: string) =>
  modelErrorFromResponse({ status: null, body: { error: { message } }, headers: null }, 'canary-9f8e7d6c5b4a');
const plan = (steps: readonly unknown[]) => readPlanFile(JSON.stringify({ version: 1, goal: 'g', steps }), context);

describe('R13.2 twice the input is at most about twice the work', () => {
  test.each<[string, (n: number) => unknown]>([
    ['marks in a text', (n) => markdownTokens('**a '.repeat(n))],
    ['brackets in a text', (n) => markdownTokens('[a]('.repeat(n))],
    ['paragraphs', (n) => markdownTokens('*a* and `b`\n\n'.repeat(n))],
    ['rows of a table', (n) => markdownTokens(`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(n)}`)],
    ['broken objects in a reply', (n) => read(jsonProtocol, 'thought', said('{"status": ]} '.repeat(n)))],
    ['thinking tags in a reply', (n) => read(jsonProtocol, 'thought', said('<think></think>'.repeat(n)))],
    [
      'calls in a text',
      (n) =>
        nativeOrWrittenCalls('<tool_call>{"name":"todo","arguments":{}}</tool_call>'.repeat(n), [], heard(['todo'])),
    ],
    ['keys in a complaint of an endpoint', (n) => fault('sk-'.repeat(n))],
    ['models of an endpoint', (n) => parseModelNames({ data: names(n).map((id) => ({ id })) })],
    ['steps of a plan file', (n) => plan(names(n).map((id) => ({ id, description: 'x', status: 'pending' })))],
    ['dependencies of a plan file', (n) => plan(chained(n))],
    ['repairs of a plan file', (n) => readPlanFile(`[${'"a", // b\n'.repeat(n)}"z"]`, context)],
    ['stray quotes of a plan file', (n) => readPlanFile(`[${'"a" b" c, '.repeat(n)}]`, context)],
    ['lines of a list', (n) => readTaskLists(lines(n, (at) => `- [ ] Task ${at}\n`))],
    ['numbered lines of a list', (n) => readTaskLists(lines(n, (at) => `${at + 1}. Task ${at}\n`))],
    [
      'to-dos of a file',
      (n) =>
        readTodos(
          'list.md',
          lines(n, (at) => `- [ ] Task ${at}\n`),
          { zone: 'UTC', now: '2026-01-14T09:00:00.000Z' },
        ),
    ],
    [
      'rows of to-dos',
      (n) =>
        readTodos('list.csv', `title,due\n${'"Buy, milk",3/4/2026\n'.repeat(n)}`, {
          zone: 'UTC',
          now: '2026-01-14T09:00:00.000Z',
        }),
    ],
    ['events of a calendar', (n) => ics(lines(n, (at) => event(at)))],
    [
      'days that an event leaves out',
      (n) =>
        ics(
          event(
            1,
            `RRULE:FREQ=DAILY\r\nEXDATE;VALUE=DATE:${Array.from({ length: n }, (_, at) =>
              new Date(from + at * day).toISOString().slice(0, 10).replaceAll('-', ''),
            ).join(',')}\r\n`,
          ),
        ),
    ],
    [
      'entries at different times of a day',
      (n) =>
        agenda(
          names(n).map((id, at) => {
            const entry = { ...anEntry({ start: at24(at), end: at24(at + 1) }), id };
            return { entry, stored: entry };
          }),
          '2026-11-21',
          'UTC',
        ),
    ],
    [
      'days of a daily entry',
      (n) =>
        occurrencesIn([anEntry({ start: at24(0), end: at24(1), repeat: 'FREQ=DAILY' })], {
          from,
          until: from + n * day,
        }),
    ],
    ['rows of a file', (n) => tableRows(csvRows(`a,b,c\n${'1,"2 ""x""",3\n'.repeat(n)}`))],
    ['bars in a line', (n) => tablesFromMarkdown(`a | b\n${'|-'.repeat(n)}x\n1 | 2`)],
    ['steps that changed', (n) => planDifference(chained(n), chained(n).toReversed())],
    ['steps in a circle', (n) => findDependencyCycle(chained(n))],
    ['steps in an order', (n) => orderConflict(chained(n))],
    ['steps that may begin', (n) => planReadiness(chained(n), 3)],
    ['steps behind a failed one', (n) => markBlocked([step('s', 'failed'), ...chained(n)])],
    ['steps of a valid plan', (n) => planErrors(aPlan(n))],
    ['steps that refer to others', (n) => withImpliedDependencies(referring(n))],
    [
      'references in arguments',
      (n) =>
        resolveReferences(
          referring(n).map((each) => each.parameters),
          referring(n),
        ),
    ],
    ['steps that are counted', (n) => [planStatistics(aPlan(n)), currentStepIndex(aPlan(n)), leafSteps(chained(n))]],
    [
      'steps of a plan that runs again',
      (n) =>
        planForRerun(aPlan(n), {
          calls: [],
          firstPlanCalls: new Map(),
          isFromFile: false,
          words: '',
          schemas: new Map(),
        }),
    ],
    ['steps that are copied', (n) => unstartedPlan(aPlan(n), 'q', context.at)],
    ['steps that are exported', (n) => exportPlan(aPlan(n))],
    ['steps beside one that moves', (n) => applyEdit(aPlan(n), { kind: 'move', id: 's0', to: n - 1 }, context.at)],
    ['steps beside one that is deleted', (n) => applyEdit(aPlan(n), { kind: 'delete', id: `s${n - 1}` }, context.at)],
    [
      'steps beside one that is added',
      (n) => applyEdit(aPlan(n), { kind: 'add', id: 'x', description: 'x', at: 0 }, context.at),
    ],
    ['steps beside a dependency', (n) => setDependency(chained(n), `s${n - 1}`, 's0', true)],
    ['steps that could be depended on', (n) => possibleDependencies(stepLinks(chained(n)), chained(n), 's1')],
    [
      'steps in a closing',
      (n) =>
        composeClosingAnswer({ goal: 'Trip', steps: chained(n).map((each) => ({ ...each, status: 'completed' })) }),
    ],
    ['steps that wait for one', (n) => transitiveDependents(stepLinks(chained(n)), 's0')],
    [
      'steps of a graph',
      (n) =>
        graphLayout(
          names(n),
          names(n - 1).map((to, at) => ({ from: to, to: `s${at + 1}` })),
          3,
        ),
    ],
  ])('%s', async (_, work) => {
    const [once, twice] = [await countedWork(() => work(many)), await countedWork(() => work(2 * many))];
    expect(once).toBeGreaterThan(0);
    expect(twice / once).toBeLessThan(2.5);
  });
});

const at24 = (minute: number) => new Date(from + minute * 60_000).toISOString();
