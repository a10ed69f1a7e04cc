import { escapeWordText } from './markdown-runs.ts';

/** A change of a text that nobody has accepted or rejected yet. */
interface TrackedChange {
  author: string;
  /** The end of what stands before it in its paragraph. */
  before: string;
  was: string;
  is: string;
}

interface WordComment {
  author: string;
  /** The words that it is on. */
  about: string;
  /** Its text as Markdown. */
  text: string;
}

/** The most characters that are quoted of a text, and of what stands before it. */
const [longestQuote, longestBefore] = [200, 40];

/** Collects the tracked changes of a Word document, and what its comments are on, from its elements and texts. */
export class WordRevisions {
  /** The ids of the comments to which the text refers, in its order. */
  readonly commentIds: string[] = [];
  /** The authors of the comments in a part of comments, by their ids. */
  readonly commentAuthors = new Map<string, string>();
  readonly #changes: TrackedChange[] = [];
  readonly #about = new Map<string, string>();
  readonly #openRanges = new Set<string>();
  /** The change whose text is being read, and which of its texts that is. */
  #open: { change: TrackedChange; side: 'was' | 'is' } | null = null;
  /** The insertion within which someone else’s deletion is being read. */
  #around: { change: TrackedChange; side: 'was' | 'is' } | null = null;
  /** The change that has just ended: what follows at once is its other side. */
  #justEnded: TrackedChange | null = null;
  #isDeletedText = false;
  #author = '';
  #before = '';

  /** An element that is in the text begins. */
  openContent(name: string, attribute: (name: string) => string): void {
    const id = () => attribute('id');
    if (name === 'ins' || name === 'moveTo') this.#begin('is', attribute('author'));
    else if (name === 'p') [this.#before, this.#justEnded] = ['', null];
    else if (name === 'commentRangeStart') this.#openRanges.add(id());
    else if (name === 'commentRangeEnd') this.#openRanges.delete(id());
    else if (name === 'commentReference') this.commentIds.push(id());
    else if (name === 'comment') this.commentAuthors.set(id(), attribute('author'));
  }

  /** An element that is left out begins, at this depth within what is left out. */
  openLeftOut(name: string, attribute: (name: string) => string, depth: number): void {
    if (depth === 0 && (name === 'del' || name === 'moveFrom')) {
      this.#author = attribute('author');
      if (this.#open === null) this.#begin('was', this.#author);
      else if (this.#open.change.author !== this.#author) {
        [this.#around, this.#justEnded] = [this.#open, null];
        this.#begin('was', this.#author);
      }
    }
    this.#isDeletedText = depth > 0 && (name === 't' || name === 'delText');
    if (depth > 0 && /^(?:p|tab|br|cr)$/.test(name)) this.#addDeleted(' ');
  }

  /** A text that is left out. */
  textLeftOut(text: string): void {
    if (this.#isDeletedText) this.#addDeleted(text);
  }

  /** An element of what is left out ends, with this depth still open. */
  closeLeftOut(depth: number): void {
    this.#isDeletedText = false;
    if (depth > 0 || this.#open?.side !== 'was') return;
    this.end();
    [this.#open, this.#around] = [this.#around, null];
  }

  /** A text that is not left out. */
  add(text: string): void {
    if (this.#open) this.#open.change.is += text;
    else this.#justEnded = null;
    this.#before = (this.#before + text).slice(-2 * longestBefore);
    for (const id of this.#openRanges) this.#about.set(id, ((this.#about.get(id) ?? '') + text).slice(0, longestQuote));
  }

  /** A row of a table that is deleted as a whole. */
  addDeletedRow(text: string): void {
    this.#changes.push({ author: this.#author, before: '', was: text, is: '' });
  }

  /** The inserted or deleted text ends. */
  end(): void {
    if (this.#open) this.#justEnded = this.#open.change;
    this.#open = null;
  }

  get changes(): TrackedChange[] {
    return this.#changes.filter(({ was, is }) => was.trim() !== is.trim());
  }

  /** Returns the words that a comment is on. */
  about(id: string): string {
    return this.#about.get(id) ?? '';
  }

  #begin(side: 'was' | 'is', author: string): void {
    const last = this.#justEnded;
    const change =
      last?.author === author ? last : { author, before: this.#before.slice(-longestBefore), was: '', is: '' };
    if (change !== last) this.#changes.push(change);
    this.#open = { change, side };
  }

  #addDeleted(text: string): void {
    if (this.#open?.side === 'was') this.#open.change.was += text;
  }
}

/** The most changes and comments that are listed. */
const mostListed = 100;

/**
 * Returns the note above a document with tracked changes, and the sections below it that list these and its comments.
 */
export function revisionNotes(
  changes: readonly TrackedChange[],
  comments: readonly WordComment[],
): { above: string; below: string[] } {
  const count = changes.length === 1 ? '1 tracked change' : `${changes.length} tracked changes`;
  const commentCount = comments.length === 1 ? '1 comment stands' : `${comments.length} comments stand`;
  return {
    above:
      changes.length === 0
        ? ''
        : `[${count} in this document ${changes.length === 1 ? 'is' : 'are'} not accepted yet: proposed, not agreed. The text is as if all were accepted; its end lists what they change.]`,
    below: [
      ...(changes.length === 0
        ? []
        : [`[${count} not accepted yet: the words before → the words proposed.]\n\n${listed(changes, changeLine)}`]),
      ...(comments.length === 0
        ? []
        : [
            `[${commentCount} beside the text and ${comments.length === 1 ? 'is' : 'are'} no part of it.]\n\n${listed(comments, commentLine)}`,
          ]),
    ],
  };
}

function listed<T>(items: readonly T[], line: (item: T) => string): string {
  const more = items.length - mostListed;
  return [
    ...items.slice(0, mostListed).map((item) => `- ${line(item)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
}

function changeLine({ author, before, was, is }: TrackedChange): string {
  const start = before.replace(/\s+/g, ' ');
  const place =
    start.trim() === '' ? '' : `, after ${quote(start.length < longestBefore ? start : start.replace(/^\S* /, ''))}`;
  const what =
    was.trim() === ''
      ? `inserted ${quote(is)}`
      : is.trim() === ''
        ? `deleted ${quote(was)}`
        : `${quote(was)} → ${quote(is)}`;
  return `${plain(author) || 'Someone'}${place}: ${what}`;
}

function commentLine({ author, about, text }: WordComment): string {
  return `${plain(author) || 'Someone'}${about.trim() === '' ? '' : ` on ${quote(about)}`}: ${text.slice(0, 5 * longestQuote)}`;
}

const plain = (text: string) => escapeWordText(text.replace(/\s+/g, ' ').trim());

const quote = (text: string) => `“${plain(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text)}”`;
