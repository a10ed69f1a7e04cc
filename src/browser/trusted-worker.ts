import { trustedAddress } from './trusted-address.ts';

/** Starts a worker of the app's own from its address, which the build gives. */
export function trustedWorker(address: string): Worker {
  return new Worker(trustedAddress(address), { type: 'module' });
}
