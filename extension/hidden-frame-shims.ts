/**
 * Runs in a page that is rendered in a hidden frame, and in the frames of it. There the browser calls no animation
 * frames and finds nothing in view; so frames come by a timer, and every observed element counts as in view once, so
 * that lazy content loads. Removes WebRTC, which no page policy limits. Pages in tabs are not changed.
 */
if (Array.from(location.ancestorOrigins).at(-1)?.startsWith('chrome-extension:')) {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name);
  window.requestAnimationFrame = (call) => setTimeout(() => call(performance.now()), 16) as unknown as number;
  window.cancelAnimationFrame = clearTimeout;
  window.IntersectionObserver = class {
    readonly #tell: (target: Element) => void;
    constructor(call: IntersectionObserverCallback) {
      this.#tell = (target) => {
        const rect = target.getBoundingClientRect();
        const entry = { target, isIntersecting: true, intersectionRatio: 1, intersectionRect: rect, rootBounds: rect };
        const visibleEntry = { ...entry, boundingClientRect: rect, time: performance.now(), isVisible: true };
        call([visibleEntry], this as unknown as IntersectionObserver);
      };
    }
    observe(target: Element) {
      setTimeout(this.#tell, 50, target);
    }
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  } as unknown as typeof IntersectionObserver;
}
