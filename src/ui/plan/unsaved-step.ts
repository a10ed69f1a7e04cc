import type { SessionView } from '../session/session-view.svelte.ts';

type InSession = Pick<SessionView, 'id' | 'run'>;

const nameOf = (what: string, { id, run }: InSession, step: string) => `${what}/${id}/${run?.id ?? ''}/${step}`;

/** The names under which texts about the steps of a session's task are kept until they are saved. */
export const unsavedTextKeys = {
  text: (session: InSession, step: string) => nameOf('step', session, step),
  /** The text of a new step after this one; without a step, at the end. */
  after: (session: InSession, step = '') => nameOf('step_after', session, step),
  answer: (session: InSession, step: string) => nameOf('step_answer', session, step),
};
