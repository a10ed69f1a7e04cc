import type { StepStatus } from '../../plan/step.ts';

/** One task of a list. */
export interface ListedTask {
  text: string;
  status: StepStatus;
  /** The lines below it that are not tasks, without their indentation. */
  details: string[];
  /**
   * The number of leading details that are separated from the text by a line break only, not by an empty line or a
   * bullet.
   */
  wrapped: number;
  /** True if it is the heading of its tasks, not a task of the list itself. */
  isPhase: boolean;
  children: ListedTask[];
  /** The line number, from 1. */
  line: number;
}

/** The use of a range of lines, both ends counted from 1. */
export interface LineUse {
  use: 'goal' | 'step' | 'detail' | 'left_out' | 'blank';
  from: number;
  to: number;
}

/** A message for the person about a line: it was left out, changed, or guessed. */
export interface LineNote {
  code:
    | 'prose'
    | 'code'
    | 'markup'
    | 'matter'
    | 'heading'
    | 'guessed_boxless'
    | 'guessed_numberless'
    | 'sign'
    | 'unknown_sign'
    | 'joined'
    | 'no_text';
  line: number;
  /** The last line that the note is about. */
  to: number;
  text: string;
  became: string;
}

/** A list, or all lists below one title. */
export interface ParsedTaskList {
  title: string | null;
  tasks: ListedTask[];
  line: number;
}

/** The task lists found in a text; `uses` says, in order and without gaps, how each line was read. */
export interface ParsedTaskLists {
  lists: ParsedTaskList[];
  /** True if the text is entirely a table, as spreadsheets write it. */
  isSheet: boolean;
  uses: LineUse[];
  notes: LineNote[];
}
