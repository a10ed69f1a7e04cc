/** A time of a calendar file: a date, or an instant (ISO 8601 in UTC) in a zone. */
export interface IcsTime {
  value: string;
  all_day: boolean;
  zone: string;
}

/** An event of a calendar file, understood. */
export interface IcsEvent {
  uid: string;
  title: string;
  place: string;
  notes: string;
  start: IcsTime;
  /** Of all-day events the last day, inclusive. */
  end: string;
  /** An RRULE; null also where it cannot be kept here (`lossy`). */
  repeat: string | null;
  lossy: boolean;
  /** Further times it takes place at. */
  more: readonly IcsTime[];
  except: readonly string[];
  /** Of which occurrence it stands in the place; null for the event itself. */
  replaces: string | null;
  reminder: number | null;
  cancelled: boolean;
}
