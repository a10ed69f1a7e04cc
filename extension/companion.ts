import { PermissionPrompt } from './permission-prompt.ts';
import { PageConnection } from './page-connection.ts';
import { isVisibleCairnPage } from './is-cairn.ts';
import {
  changeCompanionData,
  readCompanionData,
  type LogEntry,
  dataInForceMessage,
  logWithEntry,
} from './stored-data.ts';
import { maxReasonLength } from './protocol.ts';
import type { Reader } from './reader.ts';
import { ActiveReads } from './reads.ts';
import { forgetWithdrawnSites, grantedSites, scriptAllowedSites, revokeSite } from './sites.ts';

/**
 * Starts the background: it answers only the pages of Cairn that connect through `lines`. `render` is null if the
 * browser cannot render.
 */
export function startCompanion(
  readPage: Reader,
  render: Reader | null,
  lines: chrome.Event<(port: chrome.Port) => void>,
): void {
  const isPaused = async () => (await readCompanionData()).paused;
  const log = (entry: LogEntry) => changeCompanionData((was) => ({ log: logWithEntry(was.log, entry) }));
  const reads = new ActiveReads({
    read: readPage,
    render,
    sites: grantedSites,
    rendered: scriptAllowedSites,
    isPaused,
    log,
    now: () => Date.now(),
  });
  const asking = new PermissionPrompt({
    open: async ({ origin, renders }, why, opener) => {
      const way = renders ? { renders: '1' } : {};
      const question = new URLSearchParams({ origin, why: why.slice(0, maxReasonLength), ...way });
      const url = chrome.runtime.getURL(`page.html#${question.toString()}`);
      const tab = await chrome.tabs.create({ url, ...(opener === undefined ? {} : { openerTabId: opener }) });
      return tab.id ?? -1;
    },
    show: (tab) => chrome.tabs.update(tab, { active: true }),
  });
  const { version } = chrome.runtime.getManifest();
  const parts = {
    reads,
    asking,
    version,
    sites: grantedSites,
    revoke: async (origin: string) => {
      await revokeSite(origin);
      await reads.recheck();
    },
    rendered: render && scriptAllowedSites,
    isPaused,
  };

  lines.addListener((port) => {
    if (!isVisibleCairnPage(port.sender, cairnOrigins)) {
      port.disconnect();
      return;
    }
    let open = true;
    const conversation = new PageConnection(parts, (answer) => open && port.postMessage(answer), port.sender?.tab?.id);
    port.onMessage.addListener((message) => void conversation.hear(message));
    port.onDisconnect.addListener(() => {
      open = false;
      conversation.end();
    });
  });
  chrome.runtime.onMessage.addListener((message, sender) => {
    if (sender.url?.startsWith(chrome.runtime.getURL('page.html')) && typeof message === 'string')
      asking.answered(message);
  });
  chrome.tabs.onRemoved.addListener((tab) => void asking.closed(tab));
  /** Notifies the companion's pages of a change only after the reads that it ends have ended. */
  const notifyPagesOfChange = async () => {
    await reads.recheck();
    await chrome.runtime.sendMessage(dataInForceMessage).catch(() => undefined);
  };
  chrome.permissions.onRemoved.addListener(() => void reads.recheck().then(forgetWithdrawnSites));
  chrome.storage.onChanged.addListener(() => void notifyPagesOfChange());
  chrome.action.onClicked.addListener(() => void chrome.runtime.openOptionsPage());
}
