/** Whether the browser itself says that a line comes from a page of Cairn, not from a frame in it or an extension. */
export function isCairn(sender: chrome.Sender | undefined, origins: readonly string[]): boolean {
  return sender?.tab !== undefined && sender.frameId === 0 && origins.includes(sender.origin ?? '');
}
