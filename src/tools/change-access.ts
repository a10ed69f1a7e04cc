import type { Access } from '../domain/approval.ts';
import { freeAccess } from './free-access.ts';

/** The access of a call that changes one of the person's own things. */
export const changeAccess: Access = { ...freeAccess, rule: 'change' };
