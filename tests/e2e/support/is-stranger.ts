const thisMachine = /^(127\.0\.0\.1|\[::1\]|(.+\.)?localhost)\.?$/;
const overNetwork = /^(https?|wss?):$/;

/** Whether an address leads to another machine than this one, where the app and the servers of the tests are. */
export function isStranger(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return overNetwork.test(protocol) && !thisMachine.test(hostname);
}
