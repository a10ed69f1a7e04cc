import { languages, type Language } from '../../i18n/languages.ts';
import { type MessageKey, type MessageParams, translate } from '../../i18n/translate.ts';
import type { McpServer } from '../../records/mcp-server.ts';
import { dateOf } from './moments.ts';

type Messages = Readonly<Record<string, string>>;

/**
 * Messages, numbers and dates in the reader's language. Templates that read them are updated when the language changes.
 */
export class Translator {
  #language = $state<Language>('en');
  #messages = $state.raw<Messages>({});
  readonly #loaded: Partial<Record<Language, Messages>> = {};
  /** The language requested last, which may still be loading. */
  #wanted: Language = 'en';
  /** True if all messages are needed, not only those of the first paint. */
  #isWhole = false;
  /** Returns the servers whose tools have names for people; set before the first session is shown. */
  declare servers?: () => readonly McpServer[];
  /** Cached formats: creating one takes far longer than using it, and the list of sessions shows many times. */
  readonly #times: Partial<Record<string, Intl.DateTimeFormat>> = {};

  get language(): Language {
    return this.#language;
  }

  /**
   * Switches to a language once its messages are loaded; a later request replaces an earlier one. Rejects and keeps the
   * language if they cannot be loaded.
   */
  async setLanguage(language: Language): Promise<void> {
    this.#wanted = language;
    try {
      await this.#load(language);
    } catch (error) {
      if (this.#wanted === language) this.#wanted = this.#language;
      throw error;
    }
    if (this.#wanted !== language) return;
    this.#language = language;
    this.#messages = this.#loaded[language] ?? {};
  }

  /** Loads the messages that the first paint does not need; until then they are blank. Callers need not await it. */
  loadAll(): Promise<void> {
    const completed = this.#complete();
    completed.catch(() => undefined);
    return completed;
  }

  async #complete(): Promise<void> {
    this.#isWhole = true;
    const language = this.#loaded[this.#language] ? this.#language : this.#wanted;
    if (language !== this.#language) return this.setLanguage(language);
    await this.#load(language);
    if (language === this.#language) this.#messages = this.#loaded[language] ?? {};
  }

  /** Loads the messages of a language: all, or those of the first paint, whichever are needed when they arrive. */
  async #load(language: Language): Promise<void> {
    const isWhole = this.#isWhole;
    const { first, rest } = languages[language];
    const [firstMessages, others] = await Promise.all([first(), isWhole ? rest() : {}]);
    this.#loaded[language] = { ...this.#loaded[language], ...firstMessages, ...others };
    if (isWhole !== this.#isWhole) await this.#load(language);
  }

  /** A message in the present language; the compiler checks its placeholders. */
  readonly t = <K extends MessageKey>(key: K, ...params: MessageParams<K>): string =>
    translate(this.#messages[key] ?? '', params[0]);

  /**
   * Returns a message whose key is known only at run time, such as a recorded notice; the key itself if there is none.
   */
  readonly tDynamic = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    translate(this.#messages[key] ?? key, params);

  get locale(): string {
    return languages[this.language].locale;
  }

  readonly number = (value: number): string => new Intl.NumberFormat(this.locale).format(value);

  /** A time: `14:05` today, else with the day. */
  readonly time = (instant: string, now: Date): string => {
    const date = dateOf(instant);
    const today = date.toDateString() === now.toDateString();
    const kind = `${this.locale} ${today}`;
    const format = (this.#times[kind] ??= new Intl.DateTimeFormat(this.locale, {
      hour: '2-digit',
      minute: '2-digit',
      ...(today ? {} : { day: 'numeric', month: 'short' }),
    }));
    return format.format(date);
  };

  /** Returns day and time, such as `21 Nov, 14:05`; with seconds if `exact`. */
  readonly moment = (instant: string, { exact = false } = {}): string =>
    this.#format(instant, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(exact ? { second: '2-digit' } : {}),
    });

  readonly clock = (instant: string): string => this.#format(instant, { hour: '2-digit', minute: '2-digit' });

  #format(instant: string, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, options).format(dateOf(instant));
  }

  /** Returns a day such as `Tue 3 Feb`, with the year if it is not the year of `now`. */
  readonly day = (instant: string, now: Date): string =>
    this.#format(instant, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(dateOf(instant).getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    });
}
