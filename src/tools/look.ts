import * as z from 'zod';
import { bytesFromDataUrl } from '../records/mime-of-name.ts';
import type { SessionFile } from '../records/session-file.ts';
import { isBase64DataUrl } from '../values/holds-bytes.ts';
import { imageName, isImageReadyForModel } from '../records/shown-image.ts';
import { toolError, toolSuccess } from '../task/tool-result.ts';
import type { PdfPageImageOutcome, PdfReader } from '../ports/file-reading.ts';
import type { ImageOutcome, ImagePreparer } from '../ports/images.ts';
import type { ToolRunOutcome } from '../ports/toolbox.ts';
import { findFile, missingFileResult } from './files/find-file.ts';
import { unrestrictedAccess, type Tool } from './tool.ts';

const input = z.object({
  file: z.string().min(1, 'must name a file').describe('name or id'),
  page: z.number().int().min(1, 'counts from 1').optional().describe('of a PDF, from 1'),
});

/** Shows the model an image of the session, or a page of a PDF without text. */
export function createLookTool({ images, pdf }: { images: ImagePreparer; pdf: PdfReader }): Tool<typeof input> {
  return {
    name: 'look',
    description: 'See an image of this session or a page of a scanned PDF.',
    input,
    place: 'remote',
    reads: () => true,
    repeatable: () => true,
    access: () => unrestrictedAccess,
    run: async ({ file: wanted, page = 1 }, { files, signal }) => {
      const all = await files();
      const file = findFile(all, wanted);
      if (!file) return { result: missingFileResult(all, wanted) };
      if (file.mime === 'application/pdf' && isBase64DataUrl(file.content)) {
        const outcome = await pdf.page(bytesFromDataUrl(file.content), page, { signal });
        if (outcome.kind === 'image')
          return shown(file, `page ${page} of ${outcome.total}`, imageName(`${file.name}, page ${page}.pdf`), outcome);
        return refusal(pdfFault(file.name, outcome));
      }
      if (!isBase64DataUrl(file.content)) return refusal(`“${file.name}” is text: read it with read_artifact.`);
      if (isImageReadyForModel(file)) return { result: seen(file.name, 'the image', file.id) };
      const outcome = await images.prepare(new Blob([bytesFromDataUrl(file.content)]));
      return outcome.kind === 'image'
        ? shown(file, 'the image', imageName(file.name), outcome)
        : refusal(imageFault(file, outcome));
    },
  };
}

/** `artifact`: the file with the image, if it is stored already. */
function seen(name: string, what: string, artifact: string | null) {
  return toolSuccess(`“${name}”: you see ${what} in the first message of this step.`, {
    foreign: true,
    shows: true,
    artifact,
  });
}

function shown(file: SessionFile, what: string, name: string, { content }: { content: string }): ToolRunOutcome {
  return {
    result: seen(file.name, what, null),
    file: { name, mime: 'image/jpeg', content, kind: 'artifact', source: file.name },
  };
}

const refusal = (text: string): ToolRunOutcome => ({ result: toolError('unsupported', text) });

function pdfFault(name: string, outcome: Exclude<PdfPageImageOutcome, { kind: 'image' }>): string {
  switch (outcome.kind) {
    case 'no_page':
      return `“${name}” has ${outcome.total} pages.`;
    case 'protected':
      return `A password protects “${name}”, so its pages cannot be seen.`;
    case 'broken':
      return `“${name}” is damaged, so this page cannot be drawn.`;
    case 'timeout':
      return `Drawing the page of “${name}” took too long.`;
    case 'aborted':
    case 'unavailable':
      return `The page of “${name}” could not be drawn.`;
  }
}

function imageFault({ name, mime }: SessionFile, outcome: Exclude<ImageOutcome, { kind: 'image' }>): string {
  switch (outcome.kind) {
    case 'no_image':
    case 'svg':
    case 'unsupported':
      return `“${name}” is of type ${mime}, which cannot be seen here.`;
    case 'cut':
    case 'broken':
      return `“${name}” is damaged, so it cannot be seen.`;
    case 'too_large':
      return `“${name}” is too large to be seen.`;
    case 'timeout':
    case 'unavailable':
      return `“${name}” could not be opened.`;
  }
}
