import { isRecord } from '../domain/json.ts';
import { stepFieldNames } from './field-names.ts';
import { excerpt } from './excerpt.ts';
import { mendInstant } from './mend-instant.ts';
import { mendStatus } from './mend-status.ts';
import type { Mending } from './mending.ts';
import { type Draft, ownNames } from './own-names.ts';
import type { Place } from './place.ts';
import { stepFields } from './step-fields.ts';

/** Fields that a step does without: null there means nothing. An `output` of null is a value. */
const optional: ReadonlySet<string> = new Set([
  'tool',
  'parameters',
  'expected_output',
  'progress',
  'edited_by_person',
  'plan',
]);

/** A step in our own names with its slips mended, all but its id; what cannot be mended stays for the schema to refuse. */
export function mendStep(raw: unknown, place: Place, mending: Mending): unknown {
  if (typeof raw === 'string') {
    if (mending.shape.name !== 'list') mending.note('text_step', place, raw);
    return mendStep({ description: raw, status: 'pending' }, place, mending);
  }
  if (!isRecord(raw)) return raw;
  const { whole, more } = wordsBeside(raw, mending);
  const step = ownNames(whole, place, stepFields, mending.shape.foreign ? stepFieldNames : {}, mending);
  if (!('description' in step) && mending.shape.name === 'todos') mending.spellAs([...place, 'description'], 'content');
  if (more.length > 0 && typeof step.description === 'string') step.description = joined(step.description, more);
  if (typeof step.status === 'boolean' && mending.shape.foreign) {
    const meant = step.status ? 'completed' : 'pending';
    mending.note('status', [...place, 'status'], step.status, meant);
    step.status = meant;
  }
  mendStatus('step', step, place, mending, 'pending');
  mendResult(step, place, mending);
  for (const field of ['started_at', 'ended_at']) mendInstant(step, field, place, mending);
  if (step.tool === '') {
    mending.note('blank_field', [...place, 'tool']);
    step.tool = null;
  }
  const given = Object.entries(step).filter(([field, value]) => value !== null || !optional.has(field));
  return {
    ...Object.fromEntries(given),
    dependencies: step.dependencies ?? [],
    error: step.error ?? null,
    attempts: step.attempts ?? 0,
  };
}

/** What else a file says of a step in words: its title beside a description, and details. */
function wordsBeside(raw: object, mending: Mending): { whole: object; more: string[] } {
  if (!mending.shape.foreign) return { whole: raw, more: [] };
  const rest: Draft = { ...raw };
  const text = (name: string) => (typeof rest[name] === 'string' && rest[name].trim() !== '' ? rest[name] : null);
  const title = ['title', 'name', 'task'].find((name) => text(name) !== null);
  const more: string[] = [];
  const take = (name: string) => {
    const words = text(name);
    if (words !== null && words !== rest.title) more.push(words);
    Reflect.deleteProperty(rest, name);
  };
  if (title !== undefined && text('description') !== null) {
    const words = text('description') ?? '';
    Reflect.deleteProperty(rest, 'description');
    more.push(words);
  }
  for (const name of ['details', 'notes']) if (text(name) !== null) take(name);
  return { whole: rest, more };
}

const joined = (first: string, more: readonly string[]) =>
  [first, ...more.filter((words) => words !== first)].join('\n');

/** A result that is not text becomes the step's output, and its one-line form the result. */
function mendResult(step: Draft, place: Place, mending: Mending): void {
  const given = step.result ?? null;
  if (given === null || typeof given === 'string') {
    step.result = given === '' && mending.shape.name !== 'plan' ? null : given;
    if (step.error === '' && mending.shape.name !== 'plan') step.error = null;
    return;
  }
  const line = excerpt(given);
  mending.note('result_as_text', [...place, 'result'], given, line);
  step.output ??= given;
  step.result = line;
}
