import { isImageReadyForModel, maxImagesPerRequest } from '../records/shown-image.ts';
import type { Step } from '../plan/step.ts';
import type { Run } from '../task/run.ts';
import { callsWithRetriesMerged, type StepRound } from '../task/transcript.ts';
import type { ModelImage, ModelMessage } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import type { Prompts } from '../protocols/prompts.ts';

const namesImage = /\.(?:jpe?g|png|gif|webp|avif|bmp)\b/i;
const filesSearched = 100;

/** The images in these files of the session, as sent to the model; only the last `maxImagesPerRequest` of them. */
export async function loadModelImages(context: AgentContext, ids: readonly string[]): Promise<ModelImage[]> {
  const imageFileIds = [...new Set(ids.toReversed())].slice(0, maxImagesPerRequest).toReversed();
  if (imageFileIds.length === 0) return [];
  const files = await context.journal.transact(({ stores }) =>
    Promise.all(imageFileIds.map((id) => stores.files.get(id))),
  );
  return files.flatMap((file) =>
    file?.deleted_at === null && isImageReadyForModel(file) ? [{ name: file.name, url: file.content }] : [],
  );
}

/**
 * The images shown to the thoughts of a step: those named by the step, an answer or guidance, those sent with the goal
 * if the step is the goal itself, and those that the step has looked at.
 */
export async function imagesOfStep(
  context: AgentContext,
  run: Run,
  step: Step,
  turns: readonly StepRound[],
): Promise<ModelImage[]> {
  const personMessages = run.events.map((each) =>
    each.kind === 'guidance' ? each.text : each.kind === 'clarified' ? each.answer : '',
  );
  const text = [step.description, JSON.stringify(step.parameters ?? {}), ...personMessages].join('\n');
  const namedImageFiles = namesImage.test(text)
    ? (await context.journal.files(filesSearched)).filter(({ name }) => namesImage.test(name) && text.includes(name))
    : [];
  const looked = callsWithRetriesMerged(turns).flatMap(({ result: { ok, shows, artifact } }) =>
    ok && shows && artifact !== null ? [artifact] : [],
  );
  const own = step.description === run.plan.goal ? (run.images ?? []) : [];
  return loadModelImages(context, [...own, ...namedImageFiles.map(({ id }) => id), ...looked]);
}

/**
 * Returns a user message with this text and these images, whose names are added to the text; without images, the text
 * alone.
 */
export function withImages(prompts: Prompts, text: string, images: readonly ModelImage[]): ModelMessage {
  if (images.length === 0) return { role: 'user', text };
  return { role: 'user', text: `${text}\n${prompts.shown(namesOf(images))}`, images };
}

/** True if a message holds an image. */
export const haveImages = (messages: readonly ModelMessage[]): boolean =>
  messages.some((message) => message.role === 'user' && message.images?.length);

/** The messages without their images, for a model that accepts none; the texts say so. */
export function withoutImages(prompts: Prompts, messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) =>
    message.role === 'user' && message.images?.length
      ? { role: 'user', text: `${message.text}\n${prompts.unseen(namesOf(message.images))}` }
      : message,
  );
}

const namesOf = (images: readonly ModelImage[]) => images.map(({ name }) => `“${name}”`).join(', ');
