export interface FencedFrame {
  document: Document;
  fetch: typeof fetch;
  /** Whether the browser has held back a request that would have left for another site. */
  hasHeld: () => Promise<boolean>;
  remove: () => void;
}

/** A frame whose policy lets requests, or the frames in it, go to the given sites only. The browser holds redirects to it before they leave. */
export function fencedFrame(sites: readonly string[], what: 'connect' | 'frame' = 'connect'): FencedFrame {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!view) throw new Error('The frame has no window.');
  const policy = view.document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `default-src 'none'; ${what}-src ${sites.join(' ')}`;
  view.document.head.append(policy);
  let held = false;
  view.document.addEventListener('securitypolicyviolation', () => (held = true));
  return {
    document: view.document,
    fetch: view.fetch.bind(view),
    /** The browser tells of it in a task of its own, which may come after the request has failed. */
    hasHeld: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return held;
    },
    remove: () => frame.remove(),
  };
}
