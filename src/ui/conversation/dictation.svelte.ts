import { languages } from '../../i18n/languages.ts';
import type { App } from '../app/app.svelte.ts';
import type { Composer } from './composer.svelte.ts';

/** The parts of the browser's speech recognition that are used; not yet in TypeScript's DOM types. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}

type Recognizer = new () => Recognition;

const explainedErrors = ['not_allowed', 'audio_capture', 'network', 'no_speech', 'language_not_supported'] as const;
const isTold = (error: string): error is (typeof explainedErrors)[number] =>
  (explainedErrors as readonly string[]).includes(error);

/** Fills the message field by speech, in the page's language, if the browser can recognise it. */
export class Dictation {
  readonly #page: Pick<App, 'words' | 'toasts'>;
  #recognition: Recognition | null = null;
  isListening = $state(false);

  constructor(page: Pick<App, 'words' | 'toasts'>) {
    this.#page = page;
  }

  /** Listens until `stop` or until the person stops speaking; recognised text follows the present text. */
  start(composer: Composer): void {
    const { words, toasts } = this.#page;
    const { SpeechRecognition, webkitSpeechRecognition } = globalThis as Record<string, unknown>;
    const recognition = new ((SpeechRecognition ?? webkitSpeechRecognition) as Recognizer)();
    const before = composer.draft && !/\s$/.test(composer.draft) ? `${composer.draft} ` : composer.draft;
    recognition.lang = languages[words.language].locale;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) => {
      composer.draft = before + Array.from(results, (result) => result[0]?.transcript ?? '').join('');
    };
    recognition.onerror = ({ error }) => {
      if (error === 'aborted') return;
      const speechErrorCode = error.replace('service-', '').replaceAll('-', '_');
      toasts.refuse(
        isTold(speechErrorCode)
          ? words.t(`speech.fault.${speechErrorCode}`)
          : words.t('speech.fault.other', { reason: error }),
      );
    };
    recognition.onend = () => {
      if (this.#recognition === recognition) this.#forget();
    };
    this.#recognition = recognition;
    this.isListening = true;
    try {
      recognition.start();
    } catch (fault) {
      this.#forget();
      toasts.refuse(words.t('speech.fault.other', { reason: fault instanceof Error ? fault.message : '' }));
    }
  }

  readonly stop = (): void => {
    this.#recognition?.stop();
    this.#forget();
  };

  #forget(): void {
    this.#recognition = null;
    this.isListening = false;
  }
}
