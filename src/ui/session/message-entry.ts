import type { JournalEntryBody, MessageKind } from '../../task/journal.ts';

/** Returns the entry of a message of the person or of Cairn, with the ids of its images. */
export function messageEntry(kind: MessageKind, text: string, images: readonly string[] = []): JournalEntryBody {
  return { type: 'message', kind, text, ...(images.length > 0 && { images: [...images] }) };
}
