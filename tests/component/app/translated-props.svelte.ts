/** Values that a test changes while a component shows them. */
export function translatedProps(): { word: string; items: string[]; isBusy: boolean } {
  const state = $state({ word: '', items: [] as string[], isBusy: false });
  return state;
}
