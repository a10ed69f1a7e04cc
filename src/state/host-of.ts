/** The host of an address, or nothing while it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
