import type { InstallPrompt } from '../../ports/notifier.ts';

/** Not in TypeScript's DOM types: only Chromium browsers have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Passes on the browser's install prompt, in place of its own banner; null once the app is installed. */
export function watchInstallOffer(onInstallOffer: (prompt: InstallPrompt | null) => void): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    onInstallOffer({ ask: async () => (await (event as BeforeInstallPromptEvent).prompt()).outcome === 'accepted' });
  });
  window.addEventListener('appinstalled', () => onInstallOffer(null));
}
