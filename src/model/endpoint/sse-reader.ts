import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The maximum length of an incomplete event, in characters. */
const longestEvent = 8_000_000;
/** The maximum number of lines before an event that are no field of one, each of which costs the parser an `Error`. */
const mostErrors = 1000;
/** The parser is given this many characters at once: text with a carriage return takes it the square of its length. */
const pieceLength = 4096;

/** Parses server-sent events from text in pieces of any size, until an event is too long or too much is no event. */
export class SseReader {
  #events: EventSourceMessage[] = [];
  #errors = 0;
  #isEndless = false;
  readonly #parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: (event) => {
      this.#errors = 0;
      this.#events.push(event);
    },
    onError: ({ type }) => {
      this.#errors += 1;
      this.#isEndless ||= type === 'max-buffer-size-exceeded' || this.#errors > mostErrors;
    },
  });

  /** True once the text is no reply, and no more of it is parsed. */
  get isEndless(): boolean {
    return this.#isEndless;
  }

  push(text: string): EventSourceMessage[] {
    this.#events = [];
    for (let at = 0; at < text.length && !this.#isEndless; at += pieceLength)
      this.#parser.feed(text.slice(at, at + pieceLength));
    return this.#events;
  }

  /** Returns the event that was left when the text ended without the closing blank line. */
  end(): EventSourceMessage[] {
    return this.push('\n\n');
  }
}
