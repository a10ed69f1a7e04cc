import type { MessageKind } from '../domain/journal.ts';
import type { Session } from '../domain/session.ts';
import type { Step } from '../domain/step.ts';
import type { Stores } from '../ports/stores.ts';
import type { Thing } from './palette-thing.ts';

const atOnce = 100;
const unsought: ReadonlySet<MessageKind> = new Set<MessageKind>(['command', 'notice']);

/** What was said in a session, and the steps of its tasks with what came of them; those of its latest task stand in the plan. */
export async function sessionThings(
  session: Session,
  sessions: Stores['sessions'],
  breathe: () => Promise<void>,
): Promise<Thing[]> {
  const own = { session: session.id, text: '' };
  const things: Thing[] = [];
  for await (const { seq, at, body } of entriesOf('message')) {
    if (body.type !== 'message' || unsought.has(body.kind)) continue;
    things.push({ ...own, kind: 'message', thing: String(seq), title: '', text: body.text, at });
  }
  if (session.steps_total === 0) return things;
  const run = await sessions.run(session.id);
  for (const step of run?.plan.steps ?? [])
    things.push({
      ...own,
      kind: 'step',
      thing: step.id,
      title: step.description,
      text: outcomeOf(step),
      at: step.ended_at ?? session.updated_at,
    });
  const earlier = new Map<string, Thing>();
  for await (const { seq, at, body, task_id, step_id } of entriesOf('plan_step_start'))
    if (body.type === 'plan_step_start' && task_id !== run?.id)
      earlier.set(`${task_id} ${step_id}`, {
        ...own,
        kind: 'message',
        thing: String(seq),
        title: body.description,
        at,
      });
  if (earlier.size > 0)
    for await (const { body, task_id, step_id } of entriesOf('plan_step_end')) {
      const step = earlier.get(`${task_id} ${step_id}`);
      if (body.type === 'plan_step_end' && step) step.text = body.summary;
    }
  return [...things, ...earlier.values()];

  async function* entriesOf(type: 'message' | 'plan_step_start' | 'plan_step_end') {
    let after = 0;
    for (;;) {
      const entries = await sessions.entriesOf(session.id, type, after, atOnce);
      yield* entries;
      await breathe();
      const last = entries.at(-1);
      if (!last || entries.length < atOnce) return;
      after = last.seq;
    }
  }
}

/** What came of a step and of the steps within it. */
function outcomeOf({ result, error, plan }: Step): string {
  const inner = (plan?.steps ?? []).map((step) => `${step.description}\n${outcomeOf(step)}`);
  return [result ?? '', error ?? '', ...inner].filter(Boolean).join('\n');
}
