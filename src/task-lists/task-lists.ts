import type { StepStatus } from '../domain/plan/step.ts';

/** One task of a list. */
export interface ListedTask {
  text: string;
  status: StepStatus;
  /** The lines below it that are no tasks, without their indentation. */
  details: string[];
  /** Whether a line break alone, no empty line or bullet, stands between its text and the first of `wrapped` details. */
  wrapped: number;
  /** Whether it is the heading of its tasks, not a task of the list itself. */
  isPhase: boolean;
  children: ListedTask[];
  /** Where it stands, from 1. */
  line: number;
}

/** What became of the lines from one to another, both counted from 1. */
export interface LineUse {
  use: 'goal' | 'step' | 'detail' | 'left_out' | 'blank';
  from: number;
  to: number;
}

/** What the person is told of a line: it became nothing, was changed, or was guessed. */
export interface LineNote {
  code:
    | 'prose'
    | 'code'
    | 'markup'
    | 'matter'
    | 'heading'
    | 'guessed_task'
    | 'sign'
    | 'unknown_sign'
    | 'joined'
    | 'no_text';
  line: number;
  /** The last of the lines that it is about. */
  to: number;
  text: string;
  became: string;
}

/** A list, or all lists below one title. */
export interface TaskList {
  title: string | null;
  tasks: ListedTask[];
  line: number;
}

/** The task lists of a text, with an account of each of its lines: every one is in `uses`, in order, once. */
export interface TaskLists {
  lists: TaskList[];
  /** Whether the text is a table throughout, as spreadsheets write it. */
  isSheet: boolean;
  uses: LineUse[];
  notes: LineNote[];
}
