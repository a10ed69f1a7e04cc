import type { ModelError } from '../../src/task/model-reply.ts';
import type { Run } from '../../src/task/run.ts';
import { isUnstarted } from '../../src/plan/step.ts';
import type { ModelRequest } from '../../src/ports/language-model.ts';
import type { Said, SaidStep } from './said.ts';
import type { Scenario } from './scenario.ts';

const tools = ['todo', 'tally', 'probe', 'fetch', ''] as const;

/** What the simulated model answers: 0 is the good answer, other choices are what models do on other days. */
export function simAnswer(
  request: ModelRequest,
  run: Run | null,
  scenario: Scenario,
  choice: number,
): Said | ModelError {
  const fault = faultOf(choice);
  if (fault) return fault;
  if (choice >= 200 && choice < 290) return { kind: 'nonsense', text: nonsense[choice % nonsense.length]! };
  switch (request.purpose) {
    case 'intake':
    case 'plan':
      return planned(request, scenario, choice);
    case 'thought':
      return thought(request, scenario, choice);
    case 'replan':
      return replanned(run, choice);
    case 'evaluation':
      return { kind: 'judge', ...verdicts[choice === 0 ? 0 : choice % verdicts.length]! };
  }
}

const nonsense = ['Let me see.', '', '{"status":"maybe"}', '{"status":"continue","next_', '[Act]', '<think>hm</think>'];
const verdicts = [
  { decision: 'continue', success: true },
  { decision: 'retry', success: false },
  { decision: 'skip', success: false },
  { decision: 'replan', success: true },
  { decision: 'replan', success: false },
  { decision: 'stop', success: false },
];

function faultOf(choice: number): ModelError | null {
  const fault = (code: ModelError['code'], retry_after_ms: number | null = null): ModelError => ({
    code,
    detail: '',
    status: null,
    retry_after_ms,
  });
  if (choice >= 100 && choice < 150) return fault('server');
  if (choice >= 150 && choice < 170) return fault('rate_limit', choice * 10);
  if (choice >= 170 && choice < 185) return fault('auth');
  if (choice >= 185 && choice < 190) return fault('quota');
  if (choice >= 190 && choice < 200) return fault('no_tools');
  return null;
}

function planned(request: ModelRequest, scenario: Scenario, choice: number): Said {
  if (request.purpose === 'intake' && choice >= 300 && choice < 340) return { kind: 'answer', text: 'It is so.' };
  if (request.purpose === 'intake' && choice >= 340 && choice < 440) return act(choice % 3, choice);
  const steps = scenario.plan.map((_, at) => drawn(scenario, at));
  if (choice >= 440 && choice < 480 && steps[0]) steps[0] = { ...steps[0], dependencies: ['nobody'] };
  if (choice >= 480 && choice < 500 && steps[0]) steps[0] = { ...steps[0], tool: 'teleport' };
  if (choice >= 500 && choice < 530) steps.push(...steps.map((step) => ({ description: step.description })));
  return { kind: 'plan', steps };
}

function drawn(scenario: Scenario, at: number): SaidStep {
  const step = scenario.plan[at]!;
  const tool = tools[step.tool]!;
  const input =
    step.refers && step.needs[0] !== undefined
      ? { ...inputFor(tool), notes: `\${s${step.needs[0]}.result}` }
      : inputFor(tool);
  return {
    id: `s${at}`,
    description: step.judged ? `Analyse part ${at}` : `Part ${at}`,
    ...(tool === '' ? {} : { tool, ...(step.direct ? { parameters: input } : {}) }),
    dependencies: step.needs.map((need) => `s${need}`),
  };
}

/** All to-dos are alike: identical ones of different steps must all survive. */
function inputFor(tool: string): Record<string, unknown> {
  if (tool === 'todo') return { action: 'add', title: 'Bread' };
  if (tool === 'fetch') return { url: 'https://example.org/page' };
  return {};
}

function act(which: number, choice: number): Said {
  const first = tools[which] ?? 'tally';
  const acts = [{ tool: first === '' ? 'tally' : first, input: inputFor(first) }];
  if (choice % 7 === 1) acts.push({ tool: 'tally', input: {} });
  return { kind: 'act', acts };
}

function thought(request: ModelRequest, scenario: Scenario, choice: number): Said {
  const text = request.messages.map((message) => message.text).join('\n');
  const made = request.messages.some((message) => message.role === 'tool') || /^Result of/m.test(text);
  if (choice < 300) {
    const place = Number(/^Step (\d+)\//m.exec(text)?.[1] ?? 1) - 1;
    const next = /may add the first call of step (\d+)/.exec(text)?.[1];
    const early = next && choice % 2 === 1 ? act(scenario.plan[Number(next) - 1]?.tool ?? 1, choice) : null;
    if (made)
      return { kind: 'done', response: 'Done so far.', fits: true, ...(early?.kind === 'act' && { next: early.acts }) };
    return act(scenario.plan[place]?.tool ?? 1, choice);
  }
  if (choice < 380) return { kind: 'ask', question: 'Which one?' };
  if (choice < 440) return { kind: 'blocked', reason: 'There is no way.' };
  if (choice < 500) return { kind: 'done', response: null, fits: false };
  if (choice < 560)
    return { kind: 'act', acts: [{ tool: 'todo', input: { action: 'complete', title: 'No such thing' } }] };
  if (choice < 600) return { kind: 'act', acts: [{ tool: 'teleport', input: {} }] };
  if (choice < 700) return { kind: 'act', acts: [{ tool: 'todo', input: { action: 'list' } }] };
  if (choice < 740) return { kind: 'finish', response: 'All done.' };
  return act(choice % 4, choice);
}

function replanned(run: Run | null, choice: number): Said {
  const open = run?.plan.steps.filter(isUnstarted) ?? [];
  const running = run?.plan.steps.some((step) => step.status === 'running') ?? false;
  if (choice < 300) return open.length > 0 || running ? { kind: 'keep' } : { kind: 'finish', response: 'All done.' };
  if (choice < 380) return { kind: 'ask', question: 'Go on?' };
  if (choice < 450) return { kind: 'finish', response: 'That is enough.' };
  if (choice < 500) return { kind: 'keep' };
  const kept = open.map((step): SaidStep => ({
    id: step.id,
    description: step.description,
    dependencies: step.dependencies,
  }));
  if (choice < 600)
    return {
      kind: 'update',
      steps: [...kept.slice(1), { description: 'One more part', tool: 'tally', parameters: {} }],
    };
  if (choice < 700)
    return { kind: 'update', steps: kept.map((step) => ({ ...step, description: `${step.description}, anew` })) };
  if (choice < 780) return { kind: 'update', steps: kept.reverse() };
  const all = run?.plan.steps.map((step): SaidStep => ({ id: step.id, description: `${step.description}!` })) ?? [];
  if (choice < 860) return { kind: 'update', steps: all };
  const needs = run?.plan.steps.slice(0, 2).map((step) => step.id) ?? [];
  return { kind: 'update', steps: [...kept, { id: 'x', description: 'After all', dependencies: needs }] };
}
