/** The same messages in another language: the compiler holds that none is missing, and none is left over. */
export type Translated<English> = Readonly<Record<keyof English, string>>;
