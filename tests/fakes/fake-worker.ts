/** A worker that keeps what it is asked and says what the test lets it say. */
export class FakeWorker extends EventTarget {
  ended = false;
  readonly asked: unknown[] = [];
  postMessage = (message: unknown) => void this.asked.push(message);
  terminate = () => {
    this.ended = true;
  };

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
