import { untrack } from 'svelte';
import type { Translator } from './translator.svelte.ts';

/** A pane that shows the messages about its own actions within itself, instead of above the page. */
export type ToastPane = 'todo' | 'schedule' | 'files';

/** A short message shown above the page for a while, or in its pane. */
export interface ToastMessage {
  id: number;
  text: string;
  tone: 'plain' | 'reminder' | 'refused';
  /** `restores`: the id of the thing that the action brings back. */
  action?: { label: string; run: () => void; restores?: string } | undefined;
  /**
   * Milliseconds for which it is still shown, without those during which the person is at it; undefined if it stays.
   */
  remainingMs?: number | undefined;
  /** True if it disappears with the next action, or when the session or dialog that shows it closes. */
  passing?: boolean;
  /** True if it disappears once the person sends a message; one that is dismissed stays away, too. */
  untilSent?: boolean;
  /** The pane that shows it while it is open. */
  home?: ToastPane | undefined;
  /** The dialog that was open when the toast was added; undefined for the page. */
  place?: symbol | undefined;
}

/** Milliseconds for which a plain toast and an error toast stay. */
const lifetime = 7000;
const refusedFor = 10_000;

/**
 * The visible toasts, newest last. A new one takes the place of the oldest of three, unless that stays until it is
 * dismissed; of those that stay, it replaces one with the same text. A toast that an open pane shows itself stays until
 * the person's next action. Other toasts about the person's actions disappear after some seconds; errors among them
 * also at the next action, or when the session or dialog in which they occurred is closed. Reminders and toasts about
 * background work stay until they are dismissed.
 */
export class Toasts {
  #next = 1;
  /** The same as `list`; while a component is being removed, reading `list` would return its old value. */
  #all: readonly ToastMessage[] = [];
  list = $state.raw(this.#all);
  #places = $state.raw<readonly symbol[]>([]);
  /** The open panes that show their own errors. */
  homes: readonly (ToastPane | undefined)[] = [];

  /** The dialog that shows the toasts, the last one opened; undefined for the page. */
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
  readonly tell = (text: string, action?: ToastMessage['action'], home?: ToastPane): number =>
    this.add({ text, tone: 'plain', action, home, remainingMs: lifetime });

  /** Shows why an action of the person was refused or has failed. */
  readonly refuse = (text: string, more?: Pick<ToastMessage, 'action' | 'home'>): void => {
    this.add({ text, tone: 'refused', passing: true, remainingMs: refusedFor, ...more });
  };

  /** Shows what has failed in the background; returns the id of the toast. */
  readonly warn = (text: string, action?: ToastMessage['action']): number =>
    this.add({ text, tone: 'refused', action });

  /** Removes the errors that have been seen, since the person has gone on. */
  readonly pass = (): void => {
    this.list = this.#all = this.#all.filter((toast) => !toast.passing);
  };

  /**
   * Returns the toasts that the open dialog shows, or the page if none is open, without those of panes. A plain toast
   * that was added before the dialog opened waits until it closes; one from a dialog that has closed is shown wherever
   * the person is then. Of those that stay until they are dismissed, the latest three are shown, and the others after
   * them.
   */
  shown(): readonly ToastMessage[] {
    const [place, places] = [this.place, this.#places];
    const here = this.list.filter(
      (toast) =>
        !toast.home &&
        (toast.tone !== 'plain' ||
          toast.place === place ||
          (toast.place !== undefined && !places.includes(toast.place))),
    );
    const waiting = here.filter(({ remainingMs }) => !remainingMs).slice(0, -3);
    return here.filter((toast) => !waiting.includes(toast));
  }

  readonly remind = (text: string, action?: ToastMessage['action']): number =>
    this.add({ text, tone: 'reminder', action });

  readonly dismiss = (id: number): void => {
    this.list = this.#all = this.#all.filter((toast) => toast.id !== id);
  };

  /**
   * Adds a message. If the pane that it belongs to is open, the pane shows it until the next action; otherwise the page
   * shows it for as long as `remainingMs` says.
   */
  add(toast: Omit<ToastMessage, 'id'>): number {
    const id = this.#next++;
    if (this.homes.includes(toast.home)) toast.passing = true;
    else delete toast.home;
    const rest = this.#all.filter(({ remainingMs, text }, at, { length }) =>
      remainingMs ? at > length - 3 : text !== toast.text,
    );
    this.list = this.#all = [...rest, { ...toast, id, place: untrack(() => this.place) }];
    return id;
  }
}

/** The names of errors for which not the storage is to blame, but the program, or a part of it that was not loaded. */
const ownErrors = /^(?:Type|Range|Reference|Syntax)E/;

/** Returns true if the write succeeded; otherwise shows a toast. */
export async function saveOrToast(
  { words, toasts }: { words: Translator; toasts: Toasts },
  write: () => Promise<void>,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    const isOwn = ownErrors.test((error as Error).name);
    if (isOwn) reportError(error);
    toasts.refuse(words.t(isOwn ? 'panes.not_done' : 'panes.not_saved'));
    return false;
  }
}
