/** Returns the host of an address; empty if the address is invalid. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
