import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The maximum length of an incomplete event, and of a body without any event, in characters. */
export const maxSseEventLength = 8_000_000;
/**
 * The maximum number of consecutive lines that are no field of an event, counted anew after each event: more than a
 * proxy sends to keep a connection open, yet few enough, since the parser creates an `Error` for each.
 */
const mostErrors = 10_000;
/** The number of characters after which the parser is stopped if the text is no reply. */
const pieceLength = 4096;

/**
 * Parses server-sent events from text that comes in pieces of any size. Parsing stops for good, and `isEndless` becomes
 * true, if one event is too long or too many lines in a row belong to no event.
 */
export class SseReader {
  #events: EventSourceMessage[] = [];
  #errors = 0;
  #isEndless = false;
  /** True if the text so far ends in a carriage return: a line feed that follows belongs to it. */
  #endsInReturn = false;
  readonly #parser = createParser({
    maxBufferSize: maxSseEventLength,
    onEvent: (event) => {
      this.#errors = 0;
      this.#events.push(event);
    },
    onError: ({ type }) => {
      this.#errors += 1;
      this.#isEndless ||= type === 'max-buffer-size-exceeded' || this.#errors > mostErrors;
    },
  });

  /**
   * True once the text cannot be a reply (an event is too long, or there were too many errors); the rest is not parsed.
   */
  get isEndless(): boolean {
    return this.#isEndless;
  }

  push(text: string): EventSourceMessage[] {
    this.#events = [];
    for (let at = 0; at < text.length && !this.#isEndless; at += pieceLength)
      this.#parser.feed(this.#withLineFeeds(text.slice(at, at + pieceLength)));
    return this.#events;
  }

  /** Returns the event that was left when the text ended without the closing blank line. */
  end(): EventSourceMessage[] {
    return this.push('\n\n');
  }

  /**
   * Returns the next piece of the text with a line feed at the end of each line: the parser would keep a line that ends
   * in a carriage return until it has seen whether a line feed follows.
   */
  #withLineFeeds(piece: string): string {
    const rest = this.#endsInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#endsInReturn = piece.endsWith('\r');
    return rest.includes('\r') ? rest.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : rest;
  }
}
