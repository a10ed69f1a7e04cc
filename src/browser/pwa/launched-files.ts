import type { InstallPrompt } from '../../ports/notifier.ts';

/** Not yet in the types of the DOM. */
interface LaunchQueue {
  setConsumer(consume: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Files that the person opens with the app from outside, also those from before this was called. */
export function launchedFiles(opened: (files: readonly File[]) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(opened)
      .catch(() => undefined);
  });
}

/** Not in the types of the DOM: browsers of one family alone have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Keeps the browser's offer for the person's own time, in place of its own banner; null once the app is installed. */
export function watchInstallOffer(offered: (prompt: InstallPrompt | null) => void): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered({ ask: async () => (await (event as BeforeInstallPromptEvent).prompt()).outcome === 'accepted' });
  });
  window.addEventListener('appinstalled', () => offered(null));
}
