import { describe, expect, test } from 'vitest';
import { createLookTool } from '../../../src/tools/look.ts';
import { FakeImages } from '../../fakes/fake-images.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';
import { smallJpeg } from '../../fixtures/images/small-jpeg.ts';
import { RemoteSession } from './remote-session.ts';

function begin() {
  const [images, pdf] = [new FakeImages(), new FakePdfText()];
  return { images, pdf, session: new RemoteSession([createLookTool({ images, pdf })]) };
}
const png = { id: 'p', name: 'chart.png', mime: 'image/png', content: 'data:image/png;base64,iVBORw0KGgo=' };
const scan = { id: 's', name: 'scan.pdf', mime: 'application/pdf', content: 'data:application/pdf;base64,AAAA' };

describe('R9.13 look', () => {
  test('shows an image that is ready as it is, without another copy', async () => {
    const { session } = begin();
    await session.keep({ id: 'f', name: 'list.jpg', mime: 'image/jpeg', content: smallJpeg() });
    const { result, file } = await session.call('look', { file: 'list.jpg' });
    expect(result).toMatchObject({ ok: true, shows: true, artifact: 'f', foreign: true });
    expect(file).toBeUndefined();
  });

  test('makes any other image ready first, such as one from an MCP server', async () => {
    const { session } = begin();
    await session.keep({ ...png, source: 'Charts' });
    const { result, file } = await session.call('look', { file: 'chart.png' });
    expect(result).toMatchObject({ ok: true, shows: true });
    expect(file).toMatchObject({ name: 'chart.jpg', mime: 'image/jpeg', kind: 'artifact', source: 'chart.png' });
  });

  test('draws the page of a PDF that is asked for', async () => {
    const { session } = begin();
    await session.keep(scan);
    const { result, file } = await session.call('look', { file: 'scan.pdf', page: 2 });
    expect(result.text).toContain('page 2 of 2');
    expect(file).toMatchObject({ name: 'scan.pdf, page 2.jpg', kind: 'artifact' });
  });

  test('says in one sentence why something cannot be seen', async () => {
    const { session, images, pdf } = begin();
    const told = async (input: object) => (await session.call('look', input)).result.text;
    expect(await told({ file: 'nowhere.jpg' })).toMatch(/has no file “nowhere\.jpg”/);
    await session.keep({ id: 't', name: 'notes.md', content: 'x' });
    expect(await told({ file: 'notes.md' })).toBe('“notes.md” is text: read it with read_artifact.');
    await session.keep(png);
    for (const kind of ['no_image', 'svg', 'cut', 'broken', 'too_large', 'timeout', 'unavailable'] as const) {
      images.outcome = { kind };
      expect(await told({ file: 'chart.png' })).toMatch(/^“chart\.png” [^.]+\.$/);
    }
    await session.keep(scan);
    pdf.drawn = { kind: 'no_page', total: 2 };
    expect(await told({ file: 'scan.pdf', page: 3 })).toBe('“scan.pdf” has 2 pages.');
    for (const kind of ['protected', 'broken', 'timeout', 'aborted', 'unavailable'] as const) {
      pdf.drawn = { kind };
      expect(await told({ file: 'scan.pdf' })).toMatch(/“scan\.pdf”[^.]+\.$/);
    }
  });
});
