/**
 * True if the browser itself says that a line comes from a page of Cairn that a person can see, not from a frame in it,
 * a page that is only prerendered or was left, or an extension.
 */
export function isVisibleCairnPage(sender: chrome.Sender | undefined, origins: readonly string[]): boolean {
  const { documentLifecycle = 'active' } = sender ?? {};
  return (
    documentLifecycle === 'active' &&
    sender?.tab !== undefined &&
    sender.frameId === 0 &&
    origins.includes(sender.origin ?? '')
  );
}
