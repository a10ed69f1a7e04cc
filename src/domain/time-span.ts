/** A stretch of time, in milliseconds since 1970; `to` is never before `from`. */
export interface TimeSpan {
  from: number;
  to: number;
}
