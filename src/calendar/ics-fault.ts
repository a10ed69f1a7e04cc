/** Why a calendar file cannot be read: a code and its parameters, worded by the ui. `line` counts from 1. */
export type IcsFault =
  | { code: 'no_calendar' }
  | { code: 'encoding'; line: number }
  | { code: 'bad_line'; line: number; text: string }
  /** Something begins and does not end, or the other way round. */
  | { code: 'unpaired'; line: number; text: string }
  | { code: 'bad_value'; line: number; text: string }
  | { code: 'too_large'; limit: number }
  | { code: 'too_many'; limit: number };
