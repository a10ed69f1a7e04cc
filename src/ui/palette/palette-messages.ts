import { languages } from '../../i18n/languages.ts';

type Messages = Readonly<Record<string, string>>;

/** Resolves to the palette's messages in every language; those that cannot be loaded are left out. */
export async function paletteMessages(): Promise<Messages[]> {
  const loading = Object.values(languages).map((language): Promise<Messages> => language.palette());
  return (await Promise.allSettled(loading)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
