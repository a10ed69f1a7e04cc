import type { InstallPrompt } from '../ports/install-prompt.ts';

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
