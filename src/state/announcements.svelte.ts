const pause = 4000;
const longest = 600;

/** What screen readers are told: at most once in a while, of how things stand only the latest, of what was said all. */
export class Announcements {
  text = $state('');
  #standing = '';
  #said: string[] = [];
  #quiet: ReturnType<typeof setTimeout> | null = null;

  /** How things stand now. */
  stand(text: string): void {
    this.#standing = text;
    this.#look();
  }

  /** Something was said in the conversation. */
  say(text: string): void {
    this.#said.push(text);
    this.#look();
  }

  close(): void {
    if (this.#quiet) clearTimeout(this.#quiet);
  }

  #look(): void {
    if (this.#quiet) return;
    const text = [this.#standing, ...this.#said].filter(Boolean).join('\n').slice(0, longest);
    this.#standing = '';
    this.#said = [];
    if (!text) return;
    this.text = text;
    this.#quiet = setTimeout(() => {
      this.#quiet = null;
      this.#look();
    }, pause);
  }
}
