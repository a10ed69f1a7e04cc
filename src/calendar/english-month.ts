const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The pattern of an English month name, whole or short, in lower case. */
export const englishMonthPattern =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Returns the number of the month with an English name; 0 if there is none. */
export const englishMonthNumber = (name: string): number => names.indexOf(name.slice(0, 3).toLowerCase()) + 1;
