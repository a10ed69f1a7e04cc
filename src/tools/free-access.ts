import type { Access } from '../domain/approval.ts';

/** The access of a call that stays on this machine and needs nobody's leave. */
export const freeAccess: Access = { origin: null, private_address: false, subject: '', rule: 'free' };
