/** As much of the browser's lock manager as is used. */
export type Manager = Pick<LockManager, 'request' | 'query'>;

/** Grants every lock at once: without Web Locks a tab knows of no other, and a session's fence alone keeps two apart. */
const lone: Manager = {
  request: async (
    name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    callback?: LockGrantedCallback<unknown>,
  ) => {
    const granted = typeof options === 'function' ? options : callback;
    return granted?.({ name, mode: 'exclusive' });
  },
  query: async () => ({ held: [], pending: [] }),
};

/** The browser's lock manager, or one that grants everything where there is none. */
export const lockManager = (navigator.locks as LockManager | undefined) ?? lone;
