import type { Result } from '../values/result.ts';
import type { Frozen, ReplicaDevice } from '../task/replica-head.ts';
import type { Session } from '../task/session.ts';
import type { Observable } from './observable.ts';
import type { ReplicaErrorCode } from './replica-store.ts';

/** What the exchange cannot mend by itself. */
export type SyncError =
  | Extract<ReplicaErrorCode, 'sign_in' | 'forbidden' | 'missing' | 'full' | 'too_large'>
  /** The space is no longer on the server: nothing is deleted here because of that. */
  | 'wiped'
  /** The server holds another space. */
  | 'other_space'
  /** A later release wrote it. */
  | 'newer'
  /** Another device has shut this one out. */
  | 'forgotten'
  /** The data of this browser could not be read or written. */
  | 'storage';

/** How far the exchange with the other devices is. */
export type SyncState =
  | { kind: 'connecting' }
  | { kind: 'working'; done: number; total: number }
  | { kind: 'up_to_date'; at: string }
  /** No answer now; it goes on by itself. `waiting`: how many changes the server does not have. */
  | { kind: 'offline'; code: ReplicaErrorCode; waiting: number }
  /** The person has to do something; what may pass without them is tried again every few minutes. */
  | { kind: 'trouble'; code: SyncError }
  /** Another tab of this browser does it. */
  | { kind: 'other_tab' };

export type ReplicaKind = 'couch' | 'remote';

/** The name under which this browser notes that it has other devices; absent while it has none. */
export const devicesName = 'cairn.devices';

/** Where the other devices are met; the keys are with the secrets. */
export interface DevicesNote {
  kind: ReplicaKind;
  address: string;
  /** The person's name at the server. */
  name: string;
  space: string;
  device: { id: string; name: string };
}

/** What the person gives to connect a device. */
export interface DeviceForm {
  kind: ReplicaKind;
  address: string;
  name: string;
  /** The password; the token of a remoteStorage account. */
  password: string;
  passphrase: string;
  /** The data key and id from another device's code, in place of the passphrase. */
  invited: { space: string; secret: string } | null;
  device: string;
}

export type ConnectError =
  | ReplicaErrorCode
  /** The server is there, but does not let this page read its answers. */
  | 'cors'
  /** A page over https cannot reach an address without. */
  | 'mixed'
  /** The server does not refuse a write whose condition fails. */
  | 'conditions'
  | 'passphrase'
  | 'other_space'
  | 'newer'
  | 'kept_not'
  /** There is no account of remoteStorage by this name. */
  | 'account';

/** The name in the tab's storage under which a sign-in at another page waits for its answer. */
export const signInName = 'cairn.sign-in';

/** A sign-in that was asked for: `state` comes back with the answer to it. */
export interface SignIn {
  state: string;
  /** The address of the folder that it is for. */
  address: string;
}

export interface DevicesView {
  /** Null while this device is on its own. */
  connected: { kind: ReplicaKind; address: string; device: { id: string; name: string } } | null;
  state: SyncState;
  devices: readonly ReplicaDevice[];
}

/** A session at work, or last used, on another device. */
export interface Away {
  device: string;
  session: Pick<Session, 'plan_status' | 'steps_ended' | 'steps_total'>;
  at: string;
  frozen: Frozen | null;
}

/** The person's other devices. */
export interface Devices {
  readonly view: Observable<DevicesView>;
  /** The sessions of which the server keeps two states: no device may go on with them. */
  conflicts(): Observable<readonly { id: string; title: string }[]>;
  /** Makes the states of each of them one: it goes on here, and what the other has beyond it is kept beside it. */
  unite(): Promise<boolean>;
  /** Connects this device; a new space is made where the server has none. Nothing is written for a wrong passphrase. */
  connect(form: DeviceForm): Promise<Result<boolean, ConnectError>>;
  /** Finds the page at which the owner of a remoteStorage account lets this page into a folder; it leads back here. */
  signInPage(account: string): Promise<Result<string, ConnectError>>;
  away(sessionId: string): Observable<Away | null>;
  /** Makes this device the one that works on the session. `lost`: another was faster, or it is not to be trusted. */
  takeOver(sessionId: string): Promise<'yours' | 'lost' | 'unreachable'>;
  /** Whether the other devices know all that is recorded of the session, and none of them works on it. */
  announce(sessionId: string): Promise<boolean>;
  /** A code by which another device joins; it holds the keys of the space. */
  invitation(): Promise<string | null>;
  changePassphrase(passphrase: string): Promise<boolean>;
  /** Shuts a device out of what is written from now on; false where that failed. The space gets this passphrase. */
  forget(device: string, passphrase: string): Promise<boolean>;
  /** Tries again after trouble. */
  retry(): void;
  /** Leaves the others; with `remove`, what is on the server is deleted first. False where that failed. */
  turnOff(remove: boolean): Promise<boolean>;
}
