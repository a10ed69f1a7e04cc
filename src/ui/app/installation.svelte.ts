import type { RetentionRisk } from '../../records/browser-abilities.ts';
import type { InstallPrompt } from '../../ports/notifier.ts';

/** The state of the page as an installable app: updates, the browser's install prompt, offline use. */
export class Installation {
  /**
   * Activates a newer version that is waiting; null if there is none, or if a run was at work all the while; `busy`
   * while a run is at work since it was offered.
   */
  update = $state.raw<(() => Promise<void>) | 'busy' | null>(null);
  /** The browser's install prompt; null if it offers none. */
  prompt = $state.raw<InstallPrompt | null>(null);
  /** True if the app runs in its own window or was just installed. */
  installed = $state(false);
  /** Why the browser may delete the stored data; `told` marks it as read. Null if there is nothing to say. */
  keeping = $state.raw<{ why: RetentionRisk; told: () => void } | null>(null);
  /** True if the app can start offline from now on. */
  kept = $state(false);

  readonly offer = (prompt: InstallPrompt | null): void => {
    this.prompt = prompt;
    if (prompt === null) this.installed = true;
  };

  readonly install = async (): Promise<void> => {
    const { prompt } = this;
    this.prompt = null;
    if (await prompt?.ask()) this.installed = true;
  };
}
