/** The part of the browser's lock manager that is used. */
export type LockRequests = Pick<LockManager, 'request' | 'query'>;

/**
 * Grants every lock at once: without Web Locks a tab does not know of others, and only a session's fence separates
 * them.
 */
const lone: LockRequests = {
  request: async (
    name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    callback?: LockGrantedCallback<unknown>,
  ) => {
    const lockCallback = typeof options === 'function' ? options : callback;
    return lockCallback?.({ name, mode: 'exclusive' });
  },
  query: async () => ({}),
};

/** The browser's lock manager, or one that grants everything if there is none. */
export const lockManager = (navigator.locks as LockManager | undefined) ?? lone;
