/** The kinds of changes that an answer may say its author has made; `payments` are bookings and purchases, too. */
export const changeKinds = ['todos', 'entries', 'reminders', 'notes', 'messages', 'payments'] as const;
export type ChangeKind = (typeof changeKinds)[number];
