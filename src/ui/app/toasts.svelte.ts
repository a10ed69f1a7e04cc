import { untrack } from 'svelte';
import type { Translator } from './translator.svelte.ts';

/** A pane that shows the refusals of what is done in it at their place. */
export type ToastHome = 'todo' | 'schedule' | 'files';

/** A short message shown above the page for a while, or in its pane. */
interface ToastMessage {
  id: number;
  text: string;
  tone: 'plain' | 'reminder' | 'refused';
  action?: { label: string; run: () => void } | undefined;
  /** It goes with the next action, or with the place where it is shown. */
  passing?: boolean;
  /** The open pane that shows it; undefined for the page, or the dialog above it. */
  home?: ToastHome | undefined;
}

/** Milliseconds that a plain toast stays, and a refusal. */
const [lifetime, refusedFor] = [7000, 10_000];

/**
 * The visible toasts, newest last. Plain ones disappear by themselves, refusals also with the next action and with the
 * session or the dialog in which they were raised; what nobody has asked for stays until dismissed.
 */
export class Toasts {
  #next = 1;
  /** The same as `list`, whose value while a component is removed is that of before. */
  #all: readonly ToastMessage[] = [];
  list = $state.raw(this.#all);
  #places = $state.raw<readonly symbol[]>([]);
  /** The panes that are open and show their own refusals. */
  homes: readonly (ToastHome | undefined)[] = [];

  /** Where toasts are shown: the dialog opened last, or the page where none is open (undefined). */
  get place(): symbol | undefined {
    return this.#places.at(-1);
  }

  /** Registers an open dialog; the returned function unregisters it. */
  openPlace(place: symbol): () => void {
    this.#places = [...untrack(() => this.#places), place];
    untrack(this.pass);
    return () => {
      this.pass();
      this.#places = this.#places.filter((other) => other !== place);
    };
  }

  /** Says what has been done; returns the id of the toast. */
  readonly tell = (text: string, action?: ToastMessage['action']): number => {
    const id = this.#add({ text, tone: 'plain', action });
    setTimeout(() => this.dismiss(id), lifetime);
    return id;
  };

  /** Says why what the person has just done was refused or has failed. */
  readonly refuse = (text: string, { action, home }: Pick<ToastMessage, 'action' | 'home'> = {}): void => {
    const id = this.#add({
      text,
      tone: 'refused',
      action,
      passing: true,
      home: this.homes.includes(home) ? home : undefined,
    });
    setTimeout(() => this.dismiss(id), refusedFor);
  };

  /** Says what has failed while nobody looked. */
  readonly warn = (text: string, action?: ToastMessage['action']): void => {
    this.#add({ text, tone: 'refused', action });
  };

  /** The person goes on: a refusal has been seen. */
  readonly pass = (): void => {
    this.list = this.#all = this.#all.filter((toast) => !toast.passing);
  };

  readonly remind = (text: string): void => {
    this.#add({ text, tone: 'reminder' });
  };

  readonly dismiss = (id: number): void => {
    this.list = this.#all = this.#all.filter((toast) => toast.id !== id);
  };

  #add(toast: Omit<ToastMessage, 'id'>): number {
    const id = this.#next++;
    this.list = this.#all = [...this.#all.slice(-2), { ...toast, id }];
    return id;
  }
}

/** Whether a write succeeded; a toast says so when it did not. */
export async function saveOrToast(
  { words, toasts }: { words: Translator; toasts: Toasts },
  write: () => Promise<void>,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    toasts.refuse(words.t('panes.not_saved'));
    return false;
  }
}
