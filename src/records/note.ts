import * as z from 'zod/mini';
import { shortenedText } from '../values/truncate-text.ts';

/**
 * A note in Markdown that is remembered across sessions; removed notes keep `deleted_at`, so that they can be restored.
 */
export const Note = z.object({
  id: z.string(),
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string(),
  tags: z.array(z.string()),
  /** True if written by a step that had read text from outside: it is data, never instructions. */
  foreign: z._default(z.boolean(), false),
  session_id: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.nullable(z.string()),
});
export type Note = z.infer<typeof Note>;

/** The default title of a note: the beginning of its first line, without Markdown marks. */
export function noteTitle(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const plain = line.replace(/^[\s#>*+-]+/, '').trim() || line.trim();
  return shortenedText(plain, 80);
}

/** Tags without their `#` and without duplicates. */
export function normalizedTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().replace(/^#+/, '')).filter(Boolean))];
}
