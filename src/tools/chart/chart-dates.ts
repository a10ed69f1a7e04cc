const isoTime = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;
const yearFirst =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|-(\d{1,2})| ?年 ?(\d{1,2}) ?月(?: ?(\d{1,2}) ?[日号])?)(?![-/.\d])/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[ T])/;
const shortYear = /^\d{1,2}([-/.])\d{1,2}\1\d{2}$/;

/**
 * Returns the times of the labels of a column in milliseconds, NaN where a label is none. Times without a zone are read
 * as UTC, so that the axis shows them as written. `unread` is set if most labels look like dates and not all are read:
 * the first label that is not, and whether it is `open`, a date that can be read in two ways.
 */
export function columnTimes(labels: readonly string[]): {
  times: number[];
  unread: { label: string; open: boolean } | null;
} {
  const plain = labels.map((label) => label.normalize('NFKC'));
  const order = orderOf(plain);
  const times = plain.map((label) => timeOf(label, order));
  const isDate = (labelIndex: number) => !Number.isNaN(times[labelIndex]);
  const isOpen = (labelIndex: number) =>
    !isDate(labelIndex) && (yearLast.test(plain[labelIndex] ?? '') || shortYear.test(plain[labelIndex] ?? ''));
  const places = [...labels.keys()];
  const first = places.find((at) => !isDate(at));
  const alike = places.filter((at) => isDate(at) || isOpen(at)).length;
  if (first === undefined || alike * 2 <= labels.length) return { times, unread: null };
  return { times, unread: { label: labels[first] ?? '', open: isOpen(first) } };
}

type DayOrder = 'day_first' | 'month_first' | null;

/**
 * Returns the order of day and month in dates such as `24/03/2026`: the one that a number above 12 of any of them
 * settles; else the day is first before points; null if it is open.
 */
function orderOf(labels: readonly string[]): DayOrder {
  const dates = labels.flatMap((label) => {
    const [, one, mark, other] = yearLast.exec(label) ?? [];
    return mark === undefined ? [] : [{ one: Number(one), mark, other: Number(other) }];
  });
  const [isDayFirst, isMonthFirst] = [dates.some(({ one }) => one > 12), dates.some(({ other }) => other > 12)];
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day_first' : 'month_first';
  return !isDayFirst && dates.length > 0 && dates.every(({ mark }) => mark === '.') ? 'day_first' : null;
}

/**
 * Returns the time of a label such as `2024-01-05`, `2024/1/5 8:30`, `2024年10月` or, by its order, `5.1.2024`, or NaN.
 */
function timeOf(label: string, order: DayOrder): number {
  const iso = label
    .replace(yearLast, (whole, one: string, _, other: string, year: string) => {
      if (order === null && one !== other) return whole;
      return (order === 'day_first' ? [year, other, one] : [year, one, other]).join('-');
    })
    .replace(yearFirst, (_, year: string, __, ...rest: (string | undefined)[]) => {
      const [month = '', day] = rest.slice(0, 5).filter((part) => part !== undefined);
      return [year, month, ...(day === undefined ? [] : [day])].map((part) => part.padStart(2, '0')).join('-');
    })
    .replace(/ (\d:)/, ' 0$1');
  if (!isoTime.test(iso)) return NaN;
  const isWithoutZone = /[T ]\d{2}:\d{2}/.test(iso) && !/(Z|[+-]\d{2}:?\d{2})$/.test(iso);
  return Date.parse(isWithoutZone ? `${iso.replace(' ', 'T')}Z` : iso);
}
