import { BrowserCompanion } from '../../../../src/browser/companion.ts';
import { openCompanionConnection } from '../../../../src/browser/companion-line.ts';
import { BrowserNetwork } from '../../../../src/browser/network/network.ts';
import { defaultSettings } from '../../../../src/records/settings.ts';
import { createFetchTool } from '../../../../src/tools/fetch/fetch.ts';
import { htmlPageReader } from '../../../../src/tools/fetch/readable-page.ts';
import { toolbox } from '../../../../src/tools/registry.ts';

interface PageRead {
  /** The observation that the model is shown. */
  shown: string;
  /** The whole, as it is kept. */
  kept: string;
}

const unavailable = async () => ({ kind: 'unavailable' as const });
const pdf = { read: unavailable, page: unavailable };
const office = { read: unavailable };

/** One address through the tool, as the engine calls it. */
export async function readHere(url: string): Promise<PageRead> {
  const network = new BrowserNetwork(() => fetch);
  const companion = new BrowserCompanion({ open: openCompanionConnection, isSeen: () => true });
  const tool = createFetchTool({
    network,
    companion,
    markup: htmlPageReader,
    pdf,
    office,
    reader: () => defaultSettings.reader,
    siteKeys: () => [],
  });
  const call = toolbox([tool]).check('fetch', { url });
  if (!call.ok || call.place !== 'remote') throw new Error('not a remote call');
  const { result, file } = await call.run({
    ...{
      site: call.access.origin,
      signal: new AbortController().signal,
      progress: () => undefined,
      files: async () => [],
    },
    ...{ now: new Date().toISOString(), zone: 'UTC', sessionId: 's' },
  });
  return { shown: result.text, kept: file?.content ?? '' };
}
