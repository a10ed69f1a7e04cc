import type { FoundPage, SearchFault } from '../../domain/search-outcome.ts';
import type { NetworkRequest } from '../../ports/network.ts';

export interface SearchQuestion {
  /** Without a slash at its end. */
  base: string;
  query: string;
  /** Code of a language, where one is known. */
  language: string | null;
  count: number;
  key: string | null;
}

/** How one kind of search service is asked, and how its answers are read (R9.4). */
export interface SearchProvider {
  ask(question: SearchQuestion): { url: string } & NetworkRequest;
  /** What an answer in JSON says was found; null when it is no such answer. */
  read(answer: unknown, base: string): FoundPage[] | null;
  /** What a refusal means, where its status alone does not tell. `answer` is undefined when it is no JSON. */
  fault?(status: number, answer: unknown): SearchFault['code'] | null;
}
