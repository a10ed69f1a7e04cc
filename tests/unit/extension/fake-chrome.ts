type Listener = (...given: never[]) => void;

/** The extension API as far as the companion's stores use it, in memory: what is kept, and what the browser grants. */
export function fakeChrome() {
  let stored: Record<string, unknown> = {};
  const granted = new Set<string>();
  const listeners: Listener[] = [];
  const origin = ({ origins }: { origins: string[] }) => origins[0]!.replace(/\/\*$/, '');
  const api = {
    storage: {
      local: {
        get: async (defaults: object) => structuredClone({ ...defaults, ...stored }),
        set: async (items: object) => {
          stored = structuredClone({ ...stored, ...items });
        },
      },
      onChanged: { addListener: (listener: Listener) => void listeners.push(listener) },
    },
    permissions: {
      contains: async (wanted: { origins: string[] }) => granted.has('*') || granted.has(origin(wanted)),
      request: async (wanted: { origins: string[] }) => {
        if (!refuses.has(origin(wanted))) granted.add(origin(wanted));
        return granted.has(origin(wanted));
      },
      remove: async (wanted: { origins: string[] }) => granted.delete(origin(wanted)),
    },
  };
  const refuses = new Set<string>();
  return { api, granted, refuses };
}
