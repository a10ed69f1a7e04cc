import { languages, type Language } from '../../text/languages.ts';
import { type MessageKey, type Params, translate } from '../../text/translate.ts';
import { dateOf } from './moments.ts';

type Messages = Readonly<Record<string, string>>;

/** Everything that is worded or written in the reader's language. Reading it in a template follows the language. */
export class Words {
  #language = $state<Language>('en');
  #messages = $state.raw<Messages>({});
  readonly #loaded: Partial<Record<Language, Messages>> = {};
  /** The language that was asked for last, which may still be loading. */
  #wanted: Language = 'en';
  /** Whether more is wanted than the first view shows. */
  #isWhole = false;

  get language(): Language {
    return this.#language;
  }

  /**
   * Changes to a language as soon as its messages are loaded, all at once; a later wish overtakes an earlier one. Where
   * they cannot be loaded, the language stays as it is and this rejects.
   */
  async speak(language: Language): Promise<void> {
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

  /** Loads the messages that the first view does without; until then they are blank. Nobody has to wait for it. */
  complete(): Promise<void> {
    const completed = this.#complete();
    completed.catch(() => undefined);
    return completed;
  }

  async #complete(): Promise<void> {
    this.#isWhole = true;
    const language = this.#loaded[this.#language] ? this.#language : this.#wanted;
    if (language !== this.#language) return this.speak(language);
    await this.#load(language);
    if (language === this.#language) this.#messages = this.#loaded[language] ?? {};
  }

  /** As much of a language as is wanted by the time that it is there. */
  async #load(language: Language): Promise<void> {
    const isWhole = this.#isWhole;
    const { first, rest } = languages[language];
    const [shown, others] = await Promise.all([first(), isWhole ? rest() : {}]);
    this.#loaded[language] = { ...this.#loaded[language], ...shown, ...others };
    if (isWhole !== this.#isWhole) await this.#load(language);
  }

  /** The message in the present language; its placeholders are checked by the compiler. */
  readonly t = <K extends MessageKey>(key: K, ...params: Params<K>): string =>
    translate(this.#messages[key] ?? '', params[0]);

  /** A message whose key is only known at run time, such as a recorded notice; the key itself when there is none. */
  readonly say = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    translate(this.#messages[key] ?? key, params);

  get locale(): string {
    return languages[this.language].locale;
  }

  readonly number = (value: number): string => new Intl.NumberFormat(this.locale).format(value);

  /** `14:05` today, else with the day. */
  readonly time = (instant: string, now: Date): string => {
    const at = dateOf(instant);
    const today = at.toDateString() === now.toDateString();
    return new Intl.DateTimeFormat(this.locale, {
      hour: '2-digit',
      minute: '2-digit',
      ...(today ? {} : { day: 'numeric', month: 'short' }),
    }).format(at);
  };

  /** `21 Nov, 14:05`, to the second where that is wanted. */
  readonly moment = (instant: string, { exact = false } = {}): string =>
    new Intl.DateTimeFormat(this.locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      ...(exact ? { second: '2-digit' } : {}),
    }).format(dateOf(instant));

  readonly clock = (instant: string): string =>
    new Intl.DateTimeFormat(this.locale, { hour: '2-digit', minute: '2-digit' }).format(dateOf(instant));

  /** `Tue 3 Feb`, with the year when it is another one. */
  readonly day = (instant: string, now: Date): string => {
    const at = dateOf(instant);
    return new Intl.DateTimeFormat(this.locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    }).format(at);
  };
}
