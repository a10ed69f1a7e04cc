/** Whether a model's name says that it is made for something else than conversation. */
export function notForChat(name: string): boolean {
  return /embed|rerank|whisper|moderation|dall-e|transcribe|realtime|(?:^|[-_/])(?:tts|ocr|image|audio|bge|clip)(?:[-_/:]|$)/i.test(
    name,
  );
}
