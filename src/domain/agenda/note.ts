import * as z from 'zod';

/** Something to be remembered across sessions (R9.9), as Markdown; removed ones keep `deleted_at` so they can come back. */
export const Note = z.object({
  id: z.string(),
  title: z.string().min(1).max(200),
  text: z.string(),
  tags: z.array(z.string()),
  /** Written by a step that had read text from outside: data, not instruction (R13.3). */
  foreign: z.boolean().default(false),
  session_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
});
export type Note = z.infer<typeof Note>;

/** The title of a note that was given none: the beginning of its first line, without the signs of Markdown. */
export function noteTitle(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const plain = line.replace(/^[\s#>*+-]+/, '').trim() || line.trim();
  const letters = Array.from(plain);
  return letters.length > 80 ? `${letters.slice(0, 79).join('').trimEnd()}…` : plain;
}

/** Tags without their `#`, each once. */
export function plainTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim().replace(/^#+/, '')).filter(Boolean))];
}
