import type { ShortKeeping } from '../../domain/settings/abilities.ts';
import type { InstallPrompt } from '../../ports/notifier.ts';

/** The page as an app of its own: what the browser offers for that, as far as it is known by now. */
export class Installation {
  /** A newer version waits and may take over: nothing is at work. What is called lets it. */
  update = $state.raw<(() => Promise<void>) | null>(null);
  /** The browser offers to install the app. */
  prompt = $state.raw<InstallPrompt | null>(null);
  /** It runs in a window of its own, or has just been installed. */
  installed = $state(false);
  /** Why what is kept may not last, until that has been told. */
  keeping = $state.raw<{ why: ShortKeeping; told: () => void } | null>(null);
  /** It starts without a network from now on. */
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
