import { pdfMarkdown } from '../domain/pdf-markdown.ts';
import type { PdfOutcome, PdfText } from '../ports/pdf-text.ts';

/** The text of a PDF by page, or the sentence that says why there is none. */
export async function pdfContent(
  body: Uint8Array,
  pdf: PdfText,
  signal: AbortSignal,
): Promise<{ ok: true; text: string } | { ok: false; fault: string }> {
  const outcome = await pdf.read(body, { signal });
  return outcome.kind === 'text'
    ? { ok: true, text: pdfMarkdown(outcome.pages, outcome.total) }
    : { ok: false, fault: faults[outcome.kind] };
}

const faults: Record<Exclude<PdfOutcome['kind'], 'text'>, string> = {
  no_text: 'This PDF holds pictures of pages, as a scan does, and no text.',
  protected: 'This PDF is protected by a password.',
  broken: 'This PDF is damaged, or is no PDF.',
  timeout: 'This PDF took too long to read.',
  aborted: 'The reading of this PDF was ended.',
  unavailable: 'What reads PDFs could not be loaded.',
};
