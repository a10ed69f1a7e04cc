export interface SseEvent {
  /** The `event:` field, or null. */
  event: string | null;
  data: string;
}

/**
 * Parses server-sent events from text in pieces of any size: CRLF, LF and CR end a line, comments and unknown fields
 * are skipped, several `data:` lines make one event.
 */
export class SseReader {
  #line = '';
  #afterReturn = false;
  #event: string | null = null;
  #data: string[] = [];
  #dataLength = 0;

  /** The number of buffered characters of an incomplete event. */
  get held(): number {
    return this.#line.length + this.#dataLength;
  }

  push(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    const fresh = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') this.#afterReturn = text.endsWith('\r');
    const lines = fresh.split(/\r\n|\n|\r/);
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = this.#take(this.#line + line);
      this.#line = '';
      if (event) events.push(event);
    }
    this.#line += rest;
    return events;
  }

  /** Returns the event that was left when the text ended without the closing blank line. */
  end(): SseEvent[] {
    return [this.#take(this.#line), this.#take('')].filter((event) => event !== null);
  }

  #take(line: string): SseEvent | null {
    if (line === '') return this.#close();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.#data.push(value);
      this.#dataLength += value.length + 1;
    }
    if (field === 'event') this.#event = value;
    return null;
  }

  #close(): SseEvent | null {
    const event = { event: this.#event, data: this.#data.join('\n') };
    const some = this.#data.length > 0;
    this.#event = null;
    this.#data = [];
    this.#dataLength = 0;
    return some ? event : null;
  }
}
