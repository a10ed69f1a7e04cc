/** The host of an address; empty where it is not valid. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
