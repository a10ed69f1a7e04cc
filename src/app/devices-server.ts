import { type ConnectedSpace, connectSpace } from '../devices/connect-space.ts';
import { CouchStore } from '../devices/couch-store.ts';
import { findAccountStorage } from '../devices/find-account-storage.ts';
import { askWithPatience } from '../devices/replica-http-client.ts';
import { RemoteStorageStore } from '../devices/remote-storage-store.ts';
import { addressSpaceOfHost } from '../values/address-space.ts';
import type { Egress } from '../browser/network/egress.ts';
import type { DeviceConnectError, DeviceConnectionInput, PendingSignIn } from '../ports/devices.ts';
import { ReplicaError, type ReplicaStore } from '../ports/replica-store.ts';

/**
 * Returns a client for the sync server at an address (remoteStorage or CouchDB, by `kind`); its requests can reach only
 * that server's origin.
 */
export function replicaStoreAt(
  { egress, wait }: { egress: Egress; wait: (ms: number) => Promise<void> },
  { kind, address, name, password }: Pick<DeviceConnectionInput, 'kind' | 'address' | 'name' | 'password'>,
): ReplicaStore {
  const { fetch } = egress.to([new URL(address).origin]);
  if (kind === 'remote') return new RemoteStorageStore(fetch, address, password, wait);
  return new CouchStore(fetch, address, name === '' ? null : { name, password });
}

/** Opens the space on the server of a form, or creates it there. */
export async function openSpaceOnServer(
  parts: { egress: Egress; wait: (ms: number) => Promise<void> },
  form: DeviceConnectionInput,
  id: string,
): Promise<ConnectedSpace | { ok: false; error: DeviceConnectError }> {
  const store = replicaStoreAt(parts, form);
  const probe = `probe-${id.replace(/[^\w-]/g, '').replace(/_/g, '-')}`;
  const spaceConnection = await (store instanceof CouchStore ? store.open() : Promise.resolve()).then(
    () => connectSpace(store, { ...form, probe }),
    (error: unknown) => ({ ok: false, error: error instanceof ReplicaError ? error.code : 'unexpected' }) as const,
  );
  return !spaceConnection.ok && spaceConnection.error === 'unreachable'
    ? diagnoseUnreachable(parts.egress, form.address)
    : spaceConnection;
}

/**
 * Returns the URL at which the owner of an account grants this app a folder, and the sign-in data that the answer must
 * match; `fault` if the account cannot be found.
 */
export async function prepareFolderSignIn(
  egress: Egress,
  account: string,
): Promise<{ page: string; signIn: PendingSignIn } | { fault: DeviceConnectError }> {
  const accountStorage = await findAccountStorage((origin) => egress.to([origin]).fetch, account);
  if (typeof accountStorage === 'string') return { fault: accountStorage };
  const signIn = { state: crypto.randomUUID(), address: `${accountStorage.storage}/cairn` };
  const page = new URL(accountStorage.page);
  const { origin, pathname } = location;
  const signInParameters = {
    client_id: origin,
    redirect_uri: origin + pathname,
    response_type: 'token',
    scope: 'cairn:rw',
  };
  for (const [name, value] of Object.entries({ ...signInParameters, state: signIn.state }))
    page.searchParams.set(name, value);
  return { page: page.href, signIn };
}

/** Finds out whether an unreachable server exists at all, so that the person knows what to fix. */
async function diagnoseUnreachable(egress: Egress, address: string): Promise<{ ok: false; error: DeviceConnectError }> {
  const { protocol, hostname, origin } = new URL(address);
  const isMixed = location.protocol === 'https:' && protocol === 'http:' && addressSpaceOfHost(hostname) !== 'loopback';
  if (isMixed) return { ok: false, error: 'mixed' };
  const isThere = await askWithPatience(egress.to([origin]).fetch, address, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );
  return { ok: false, error: isThere ? 'cors' : 'unreachable' };
}
