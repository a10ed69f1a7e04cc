import type { Result } from '../values/result.ts';
import type { RestoredCounts } from './backup.ts';
import type { FreezeReason, ReplicaDevice } from './replica-head.ts';
import type { Session } from '../task/session.ts';
import type { Observable } from './observable.ts';
import type { ReplicaErrorCode } from './replica-store.ts';

/** An error that the exchange between devices cannot repair by itself. */
export type SyncError =
  | Extract<ReplicaErrorCode, 'sign_in' | 'forbidden' | 'missing' | 'full' | 'too_large'>
  /** The space is gone from the server; nothing is deleted here because of that. */
  | 'wiped'
  /** The server holds another space. */
  | 'other_space'
  /** A later release wrote the data. */
  | 'newer'
  /** Another device has removed this one from the space. */
  | 'forgotten'
  /** This browser's data could not be read or written. */
  | 'storage';

/** The progress of the exchange with the other devices. */
export type SyncState =
  | { kind: 'connecting' }
  | { kind: 'working'; done: number; total: number }
  | { kind: 'up_to_date'; at: string }
  /** The server takes long to answer, so it is not known whether all is up to date. */
  | { kind: 'asking' }
  /**
   * The exchange is not possible at the moment and resumes by itself; with `unsent`, the server rejects changes each
   * time. `waiting` counts unsent changes.
   */
  | { kind: 'offline'; code: Exclude<ReplicaErrorCode, SyncError> | 'unsent'; waiting: number }
  /** The person has to act; errors that may pass on their own are retried every few minutes. */
  | { kind: 'trouble'; code: SyncError }
  /** Another tab of this browser does the exchange. */
  | { kind: 'other_tab' };

/** The type of the server through which devices exchange data: CouchDB or remoteStorage. */
export type SyncServerKind = 'couch' | 'remote';

/** The storage key for this browser's devices note; absent while it has no other devices. */
export const devicesStorageKey = 'cairn.devices';

/**
 * This device's connection to the server through which the person's devices exchange data: the server, the person's
 * name there, the space, and this device's id and name. Kept in the browser's storage under `devicesStorageKey`;
 * passwords and keys are stored separately, with the secrets.
 */
export interface SyncConnection {
  kind: SyncServerKind;
  address: string;
  /** The person's name at the server. */
  name: string;
  space: string;
  device: { id: string; name: string };
}

/** The person's input for connecting a device. */
export interface DeviceConnectionInput {
  kind: SyncServerKind;
  address: string;
  name: string;
  /** The password, or the token of a remoteStorage account. */
  password: string;
  passphrase: string;
  /** The space id and data key from another device's invitation, used instead of the passphrase. */
  invited: { space: string; secret: string } | null;
  device: string;
}

export type DeviceConnectError =
  | ReplicaErrorCode
  /** The server answers, but does not let this page read the answers. */
  | 'cors'
  /** A page loaded over https cannot reach an http address. */
  | 'mixed'
  /** The server does not reject a conditional write whose condition fails. */
  | 'conditions'
  | 'passphrase'
  | 'other_space'
  /** The code of an invitation was made before a device was forgotten. */
  | 'old_code'
  | 'newer'
  | 'kept_not'
  /** There is no remoteStorage account of this name. */
  | 'account';

/** The sessionStorage key of a pending sign-in on another page. */
export const folderSignInStorageKey = 'cairn.sign-in';

/** A pending sign-in; `state` is returned with its answer. */
export interface PendingSignIn {
  state: string;
  /** The address of the requested folder. */
  address: string;
}

export interface DevicesView {
  /** Null if no other devices are connected. */
  connected: Pick<SyncConnection, 'kind' | 'address' | 'space' | 'device'> | null;
  state: SyncState;
  devices: readonly ReplicaDevice[];
}

/** A session as it runs, or last ran, on another device. */
export interface SessionOnOtherDevice {
  device: string;
  session: Pick<Session, 'plan_status' | 'steps_ended' | 'steps_total' | 'needs_you'>;
  at: string;
  frozen: FreezeReason | null;
}

/** The person's other devices. */
export interface Devices {
  readonly view: Observable<DevicesView>;
  /** The sessions for which the server has two conflicting states; no device may continue them. */
  conflicts(): Observable<readonly { id: string; title: string }[]>;
  /**
   * Resolves each conflict: the session continues here, and the other state's additional work is kept in a session of
   * its own.
   */
  unite(): Promise<boolean>;
  /** Connects this device; creates a space if the server has none. A wrong passphrase writes nothing. */
  connect(form: DeviceConnectionInput): Promise<Result<boolean, DeviceConnectError>>;
  /**
   * Finds the sign-in page on which the owner of a remoteStorage account grants this page a folder; it redirects back.
   */
  signInPage(account: string): Promise<Result<string, DeviceConnectError>>;
  away(sessionId: string): Observable<SessionOnOtherDevice | null>;
  /**
   * Makes this device the session's writer. `lost`: another device was faster, or the session is not to be trusted; a
   * `SyncError`: this device does not belong to the others any more.
   */
  takeOver(sessionId: string): Promise<'yours' | 'lost' | 'unreachable' | SyncError>;
  /** True if the other devices have everything recorded of the session and none of them works on it. */
  announce(sessionId: string): Promise<boolean>;
  /** The number of records of this browser that other devices would get, by kind, those in the bin included. */
  stored(): Promise<RestoredCounts>;
  /** A code with which another device can join; it contains the keys of the space. */
  invitation(): Promise<string | null>;
  changePassphrase(passphrase: string): Promise<boolean>;
  /** Excludes a device from everything written from now on and sets a new passphrase; false if that failed. */
  forget(device: string, passphrase: string): Promise<boolean>;
  /** Tries again after an error. */
  retry(): void;
  /** Disconnects from the other devices; with `remove`, deletes the server's data first. False if that failed. */
  turnOff(remove: boolean): Promise<boolean>;
}
