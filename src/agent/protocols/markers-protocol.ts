import type {
  Action,
  EvaluationDecision,
  IntakeDecision,
  Invalid,
  ProposedStep,
  ReplanDecision,
  ThoughtDecision,
} from '../../domain/decision.ts';
import { roundLimit, saysMovingOn } from '../../domain/step-boundary.ts';
import type { ModelReply } from '../../domain/model-reply.ts';
import { jsonObjects } from './json-objects.ts';
import { type Marked, markerLines, type MarkerName } from './marker-lines.ts';
import type { Offer, Protocol, ThoughtScene } from './protocol.ts';
import { proposedStep } from './read-steps.ts';
import { asProse, toolList } from './written-out.ts';

const invalid = (violation: string): Invalid => ({ kind: 'invalid', violation });

/** Text markers, for models that only write prose (R4.5). */
export const markersProtocol: Protocol = {
  name: 'markers',
  shape: () => ({ tools: [], choice: 'none' }),
  teach: (contract, prompts, offer) =>
    contract === 'intake' || contract === 'plan' || contract === 'thought' ? toolList(prompts, offer.tools) : '',
  speak: asProse,
  readIntake,
  readPlan: (reply) => {
    const steps = declared(markerLines(reply.text).marked);
    return steps.length > 0
      ? { kind: 'plan', steps }
      : invalid('No step is declared. Write each as: [Step] what to do');
  },
  readThought,
  readReplan,
  readEvaluation,
};

function readIntake(reply: ModelReply): IntakeDecision {
  const { before, marked } = markerLines(reply.text);
  const steps = declared(marked);
  const act = actionOf(marked, reply);
  if (act && 'violation' in act) return invalid(act.violation);
  if (act) return { kind: 'act', actions: [act.action], steps };
  if (steps.length > 0) return { kind: 'plan', steps };
  const text = [before, ...marked.map((each) => each.text)].filter(Boolean).join('\n\n');
  return text ? { kind: 'answer', text } : invalid('The reply is empty.');
}

/** A step ends by the first of: an explicit marker, a transition word from its second round on, its number of rounds. */
function readThought(reply: ModelReply, scene: ThoughtScene): ThoughtDecision {
  const { before, marked } = markerLines(reply.text);
  const done = marked.some((each) => each.name === 'done' || each.name === 'finish');
  const act = actionOf(marked, reply);
  if (act && 'violation' in act) return invalid(act.violation);
  const said = [
    before,
    ...marked.filter((each) => each.name === 'done' || each.name === 'finish').map((each) => each.text),
  ];
  const response = said.filter(Boolean).join(' ').trim() || null;
  if (act) return { kind: 'act', actions: [act.action], note: before, finish: done ? { response, fits: true } : null };
  const question = textOf(marked, 'ask');
  if (question) return { kind: 'ask', question };
  if (done) return { kind: 'done', response, fits: true };
  const rounds = scene.turns.filter((turn) => turn.kind === 'thought' && turn.decision.kind !== 'invalid').length + 1;
  if (!before && marked.length === 0) return invalid('The reply is empty.');
  if (rounds >= 2 && saysMovingOn(before)) return { kind: 'done', response, fits: true };
  if (wroteAfterReading(scene)) return { kind: 'done', response, fits: true };
  if (rounds >= roundLimit(scene.description)) return { kind: 'done', response, fits: true };
  return { kind: 'round', note: before };
}

/** A read that was followed by a write which succeeded ends the step at the next round without a call. */
function wroteAfterReading({ turns }: ThoughtScene): boolean {
  const made = turns.flatMap((turn) => (turn.kind === 'tool' && turn.result.ok ? [turn] : []));
  const read = made.findIndex((turn) => turn.reads);
  return read >= 0 && made.slice(read + 1).some((turn) => !turn.reads);
}

function readReplan(reply: ModelReply, _known: readonly string[], offer: Offer): ReplanDecision {
  const { before, marked } = markerLines(reply.text);
  const closing = textOf(marked, 'finish');
  const ends = marked.some((each) => each.name === 'finish');
  if (ends)
    return closing || before
      ? { kind: 'done', response: closing || before }
      : invalid('[Finish] needs the closing answer.');
  if (offer.onlyClosing)
    return before ? { kind: 'done', response: before } : invalid('Write [Finish] and the closing answer.');
  const question = textOf(marked, 'ask');
  if (question) return { kind: 'ask', question };
  const steps = declared(marked);
  if (steps.length > 0) return { kind: 'replanned', steps };
  if (marked.some((each) => each.name === 'keep' || each.name === 'continue' || each.name === 'done'))
    return offer.open ? { kind: 'unchanged' } : invalid('No step remains. Write [Finish] and the closing answer.');
  return invalid('No marker found. Write [Keep], [Step] …, [Ask] … or [Finish] …');
}

function readEvaluation(reply: ModelReply): EvaluationDecision {
  const { before, marked } = markerLines(reply.text);
  const verdict = marked.find((each) => ['continue', 'retry', 'skip', 'replan', 'stop', 'done'].includes(each.name));
  if (!verdict) return invalid('Write one of [Continue], [Retry], [Skip], [Replan], [Stop].');
  const decision =
    verdict.name === 'done' ? 'continue' : (verdict.name as 'continue' | 'retry' | 'skip' | 'replan' | 'stop');
  return { kind: 'judged', evaluation: { success: decision === 'continue', decision, reason: verdict.text || before } };
}

/** The steps a reply declares, one a marker; each round may declare more. */
export function declared(marked: readonly Marked[]): ProposedStep[] {
  return marked.flatMap((each) => {
    const description = each.name === 'step' ? (each.text.split('\n')[0] ?? '').trim() : '';
    return description ? [proposedStep(description)] : [];
  });
}

function textOf(marked: readonly Marked[], name: MarkerName): string {
  return marked.find((each) => each.name === name)?.text ?? '';
}

function actionOf(marked: readonly Marked[], reply: ModelReply): { action: Action } | { violation: string } | null {
  const act = marked.find((each) => each.name === 'act');
  if (!act) return null;
  const tool = /^[`*]*([\w.-]+)/.exec(act.text)?.[1];
  if (!tool) return { violation: '[Act] needs a tool and its input: [Act] tool {"input":"as JSON"}' };
  const { objects, cut } = jsonObjects(act.text);
  if (cut || (reply.finish === 'length' && objects.length === 0))
    return { violation: `The input of ${tool} was cut off before its end.` };
  return { action: { call: 'call_1', tool, input: objects[0] ?? {} } };
}
