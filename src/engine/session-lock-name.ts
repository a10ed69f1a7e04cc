/** The name of the lock that the tab working on a session holds. */
export const sessionLockName = (sessionId: string): string => `cairn/${sessionId}`;
