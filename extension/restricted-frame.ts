export interface RestrictedFrame {
  document: Document;
  fetch: typeof fetch;
  /** True if the browser has blocked a request to another site. */
  hasHeld: () => Promise<boolean>;
  remove: () => void;
}

/**
 * Creates a frame whose policy allows requests, or the frames in it, to the given sites only; the browser checks
 * redirects, too, before it follows them.
 */
export function createRestrictedFrame(
  sites: readonly string[],
  what: 'connect' | 'frame' = 'connect',
): RestrictedFrame {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!view) throw new Error('The frame has no window.');
  const policy = view.document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `default-src 'none'; ${what}-src ${sites.join(' ')}`;
  view.document.head.append(policy);
  let hasHeldRequest = false;
  view.document.addEventListener('securitypolicyviolation', () => (hasHeldRequest = true));
  return {
    document: view.document,
    fetch: view.fetch.bind(view),
    /** The browser reports a blocked request in a separate task, which may come after the request has failed. */
    hasHeld: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return hasHeldRequest;
    },
    remove: () => frame.remove(),
  };
}
