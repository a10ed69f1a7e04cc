import { mount, unmount, type Component } from 'svelte';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { LazyModules } from '../../../src/ui/app/lazy-modules.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import type { NamedFiles } from '../../../src/ui/files/named-files.svelte.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import Frame from './Frame.svelte';

/** What every component finds in its context. */
export interface PageParts {
  words: Translator;
  toasts: Toasts;
  parts: LazyModules;
  leave: (address: URL) => void;
  /** What forms hold and have not saved. */
  unsaved?: Map<string, unknown>;
  /** Where the files of the open session can be named in texts. */
  files?: NamedFiles;
}

/** The messages of each language, loaded once. */
const loaded: Partial<Record<Language, Translator>> = {};

export async function wordsIn(language: Language = 'en'): Promise<Translator> {
  const words = (loaded[language] ??= new Translator());
  await words.setLanguage(language);
  await words.loadAll();
  return words;
}

export async function pageParts({ language = 'en' }: { language?: Language } = {}): Promise<PageParts> {
  const never = () => new Promise<void>(() => undefined);
  const parts = new LazyModules(never);
  return { words: await wordsIn(language), toasts: new Toasts(), parts, leave: () => undefined };
}

const mounted: Record<string, unknown>[] = [];

/** Returns the element that the page is in, as in index.html. */
export function root(): HTMLElement {
  const target = document.getElementById('app') ?? document.body.appendChild(document.createElement('div'));
  target.id = 'app';
  return target;
}

/** Mounts a component with what every component finds in its context. */
export function show<Props extends object>(
  component: Component<Props, object, keyof Props | ''>,
  props: NoInfer<Props>,
  page: PageParts,
  target = root(),
): void {
  mounted.push(mount(Frame, { target, props: { component: component as Component<never>, props, page } as never }));
}

/** Resolves once the page is rendered; rows that are laid out only near the viewport have their height from then on. */
export function rendered(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** Removes what a test has mounted. */
export async function unmountAll(): Promise<void> {
  for (const each of mounted.splice(0)) await unmount(each);
  getSelection()?.removeAllRanges();
  document.getElementById('app')?.remove();
}
