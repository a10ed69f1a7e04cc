import { nearestName } from '../../domain/text/nearest-name.ts';

const most = 8;

/**
 * Of an endpoint's models those worth offering in place of `wanted`, at most eight: the one that is spelt most like it,
 * then those that share most of its parts.
 */
export function nearModels(wanted: string, models: readonly string[]): string[] {
  const chat = models.filter((name) => !notForChat(name));
  const nearest = nearestName(wanted, chat);
  const parts = wanted
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '');
  const shared = (name: string) => parts.filter((part) => name.toLowerCase().includes(part)).length;
  const rank = (name: string) => (name === nearest ? Infinity : shared(name));
  return chat.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))).slice(0, most);
}

/** Whether a model's name says that it is made for something else than conversation. */
export function notForChat(name: string): boolean {
  return /embed|rerank|whisper|moderation|dall-e|transcribe|realtime|(?:^|[-_/])(?:tts|ocr|image|audio|bge|clip)(?:[-_/:]|$)/i.test(
    name,
  );
}
