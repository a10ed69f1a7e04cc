import type { Profile } from '../../records/profile.ts';
import type { Settings } from '../../records/settings.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { Composer, type ComposerHost } from '../conversation/composer.svelte.ts';
import { SessionView } from './session-view.svelte.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface ViewHost {
  readonly settings: Settings;
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
  readonly dependencies: AppDependencies;
  readonly words: Translator;
  readonly toasts: Toasts;
  readonly faults: { readonly gravest: StorageError | null };
}

/** The functions that create a session's view and its message field; views name the tools of the person's servers. */
export const sessionViewFactories = {
  view: (id: string, host: ViewHost) => {
    host.words.servers = () => host.settings.mcp_servers;
    return new SessionView(id, host.dependencies, host.words, host.toasts, () => host);
  },
  composer: (host: ComposerHost, view: SessionView) => new Composer(host, view),
};
