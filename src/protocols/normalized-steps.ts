import { isRecord, parseJson } from '../values/json.ts';
import { listItemsIn, planStepsInText } from '../plan/plan-from-text.ts';
import { normalizedStepDescription } from '../plan/normalized-step-description.ts';
import { keyAliases, renameKeys } from './aliases.ts';
import * as z from 'zod';
import type { ProposedStep } from '../task/decision.ts';
import { jsonObjects } from './json-objects.ts';
import { toProposedSteps, WrittenStep } from './control-tools.ts';
import { withoutThinking } from './without-thinking.ts';

/**
 * Converts the steps of a plan, in whatever form the model wrote them, into a list: from a list, a text with one step
 * per line, an object with one step per key, a nested plan, or JSON within a text. Keys get their standard names. A
 * value in no such form is returned unchanged.
 */
export function normalizedSteps(plan: unknown): unknown {
  if (Array.isArray(plan)) return withDependencyLists(plan.map(writtenStep));
  if (typeof plan === 'string') {
    const inner = parsed(plan);
    return inner === undefined ? linesOf(plan) : normalizedSteps(inner);
  }
  if (!isRecord(plan)) return plan;
  const within = renameKeys(plan, keyAliases.contract).plan;
  if (within !== undefined) return normalizedSteps(within);
  const values = Object.values(plan);
  return values.length > 0 && values.every((value) => typeof value === 'string' || isRecord(value))
    ? withDependencyLists(values.map(writtenStep))
    : plan;
}

function writtenStep(step: unknown): unknown {
  if (!isRecord(step)) return step;
  const call = isRecord(step.tool) ? renameKeys(step.tool, keyAliases.action) : null;
  const stepFields = call ? { ...step, tool: call.tool, parameters: step.parameters ?? call.input } : step;
  const canonicalStep = renameKeys(stepFields, { ...keyAliases.step, description: keyAliases.step.description });
  const words = [canonicalStep.description, ...keyAliases.step.description.map((key) => stepFields[key])];
  const { parameters, tool } = canonicalStep;
  return {
    ...canonicalStep,
    description: words.find((each) => typeof each === 'string' && each.trim() !== '' && !/^\d+$/.test(each)),
    tool: typeof tool === 'string' && !/^(?:none|null|n\/a|-|无)?$/i.test(tool.trim()) ? tool : null,
    parameters: typeof parameters === 'string' ? (parsed(parameters) ?? null) : parameters,
    expected_output: typeof canonicalStep.expected_output === 'string' ? canonicalStep.expected_output : null,
    ...(typeof canonicalStep.id === 'string' || typeof canonicalStep.id === 'number' ? {} : { id: null }),
  };
}

/**
 * The steps with their dependencies as lists; a single one, or several in one text, are accepted too. A text that is a
 * step's description stays whole.
 */
function withDependencyLists(steps: readonly unknown[]): unknown[] {
  const names = new Set(
    steps.flatMap((step) => {
      const stepDescription = isRecord(step) ? step.description : step;
      return typeof stepDescription === 'string' ? [normalizedStepDescription(stepDescription)] : [];
    }),
  );
  const listOf = (dependencies: unknown): unknown => {
    if (typeof dependencies === 'number') return [dependencies];
    if (typeof dependencies !== 'string') return dependencies;
    const whole = (text: string, separators: RegExp): string[] =>
      names.has(normalizedStepDescription(text)) ? [text.trim()] : text.split(separators);
    return whole(dependencies, /[,，;；\n]+/)
      .flatMap((part) => whole(part, /\s+/))
      .filter((id) => id !== '' && !/^(?:none|null|无)$/i.test(id));
  };
  return steps.map((step) => (isRecord(step) ? { ...step, dependencies: listOf(step.dependencies) } : step));
}

/** The steps in a text: one per line, or a numbered list in one line, without its introduction. */
function linesOf(text: string): string[] {
  const listItems = listItemsIn(text);
  if (listItems.length > 0) return listItems;
  return text
    .split(/\n|;|；|→|->/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

/** The steps of the plan in an answer, as JSON or as a list of instructions; empty if there is none. */
export function stepsInAnswer(answer: string): ProposedStep[] {
  const jsonSteps = stepsInJson(answer);
  return jsonSteps.length > 0 ? jsonSteps : toProposedSteps(planStepsInText(withoutThinking(answer)));
}

/** The steps of the plan that an answer holds as JSON, whatever stands around it; empty if there is none. */
export function stepsInJson(answer: string): ProposedStep[] {
  for (const object of jsonObjects(withoutThinking(answer)).objects) {
    const parsedSteps = z.array(WrittenStep).safeParse(normalizedSteps(renameKeys(object, keyAliases.contract).plan));
    if (parsedSteps.success) return toProposedSteps(parsedSteps.data);
  }
  return [];
}
