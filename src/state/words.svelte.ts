import { firstMessages } from '../text/first-messages.ts';
import type { Language, MessageKey, Params } from '../text/messages.ts';
import { translate } from '../text/translate.ts';
import { dateOf } from './date-of.ts';

type Tables = Record<Language, Readonly<Record<string, string>>>;

/** Everything that is worded or written in the reader's language. Reading it in a template follows the language. */
export class Words {
  language = $state<Language>('en');
  #tables = $state.raw<Tables>(firstMessages);
  #completed: Promise<void> | null = null;

  /** Loads the messages that the first view does without; until then they are blank. */
  complete(): Promise<void> {
    this.#completed ??= import('../text/later-messages.ts').then(({ laterMessages: { en, zh } }) => {
      this.#tables = { en: { ...this.#tables.en, ...en }, zh: { ...this.#tables.zh, ...zh } };
    });
    this.#completed.catch(() => (this.#completed = null));
    return this.#completed;
  }

  /** The message in the present language; its placeholders are checked by the compiler. */
  readonly t = <K extends MessageKey>(key: K, ...params: Params<K>): string =>
    translate(this.#tables[this.language][key] ?? '', params[0]);

  /** A message whose key is only known at run time, such as a recorded notice; the key itself when there is none. */
  readonly say = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    translate(this.#tables[this.language][key] ?? key, params);

  get locale(): string {
    return this.language === 'zh' ? 'zh-CN' : 'en-GB';
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
