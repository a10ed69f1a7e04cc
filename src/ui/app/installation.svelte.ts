import type { ShortKeeping } from '../../records/abilities.ts';
import type { InstallPrompt } from '../../ports/notifier.ts';

/** The state of the page as an installable app: updates, the browser's install prompt, offline use. */
export class Installation {
  /** Activates a newer version that is waiting; null where none is, or while a run is at work. */
  update = $state.raw<(() => Promise<void>) | null>(null);
  /** The browser's install prompt; null where it offers none. */
  prompt = $state.raw<InstallPrompt | null>(null);
  /** Whether the app runs in its own window, or was just installed. */
  installed = $state(false);
  /** Why the browser may delete what is stored; `told` marks it as read. Null where nothing is to be said. */
  keeping = $state.raw<{ why: ShortKeeping; told: () => void } | null>(null);
  /** Whether the app can start offline from now on. */
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
