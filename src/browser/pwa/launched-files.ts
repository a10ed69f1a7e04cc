import type { InstallPrompt } from '../../ports/notifier.ts';

/** Not yet in TypeScript's DOM types. */
interface LaunchQueue {
  setConsumer(consume: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/**
 * Calls `opened` with the files that the person opens with the app from outside, including those from before this call.
 */
export function launchedFiles(opened: (files: readonly File[]) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(opened)
      .catch(() => undefined);
  });
}

/** Not in TypeScript's DOM types: only Chromium browsers have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Passes on the browser's install prompt, which replaces its own banner; null once the app is installed. */
export function watchInstallOffer(offered: (prompt: InstallPrompt | null) => void): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered({ ask: async () => (await (event as BeforeInstallPromptEvent).prompt()).outcome === 'accepted' });
  });
  window.addEventListener('appinstalled', () => offered(null));
}
