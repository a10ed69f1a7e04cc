import { nearestName } from '../../values/nearest-name.ts';

const most = 8;

/**
 * Returns at most eight of an endpoint's models to suggest in place of `wanted`: the closest spelling first, then those
 * that share most of its parts.
 */
export function nearestModels(wanted: string, models: readonly string[]): string[] {
  const chat = models.filter((name) => !isNonChatModel(name));
  const nearest = nearestName(wanted, chat);
  const parts = wanted
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '');
  const shared = (name: string) => parts.filter((part) => name.toLowerCase().includes(part)).length;
  const rank = (name: string) => (name === nearest ? Infinity : shared(name));
  return chat.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))).slice(0, most);
}

/** True if a model's name says that it is made for something other than chat. */
export function isNonChatModel(name: string): boolean {
  return /embed|rerank|whisper|moderation|dall-e|transcribe|realtime|(?:^|[-_/])(?:tts|ocr|image|audio|bge|clip)(?:[-_/:]|$)/i.test(
    name,
  );
}
