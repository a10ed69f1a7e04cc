import { changePassphrase } from '../devices/connect-space.ts';
import { createDeviceKeyPair } from '../devices/device-keys.ts';
import { DeviceSync } from '../devices/device-sync.ts';
import { SpaceError } from '../devices/server-exchange.ts';
import { createSpaceEncryption } from '../devices/space.ts';
import { ReplicaError } from '../ports/replica-store.ts';
import { isRecord, parseJson } from '../values/json.ts';
import { typedUrl } from '../values/typed-url.ts';
import { currentValue, type Observable } from '../ports/observable.ts';
import type { Egress } from '../browser/network/egress.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { Subject } from '../engine/subject.ts';
import { openLocalReplica } from '../storage/devices/local-replica.ts';
import { observeSessionOnOtherDevice } from './devices-away.ts';
import {
  invitationCode,
  storeDeviceKeys,
  type DeviceKeys,
  deviceKeysSecretName,
  type SyncSpaceAccess,
} from './devices-keys.ts';
import { readDeviceKeys, excludeDevice, adoptDataKey } from './devices-keys.ts';
import { openSpaceOnServer, prepareFolderSignIn, replicaStoreAt } from './devices-server.ts';
import type {
  SessionOnOtherDevice,
  DeviceConnectionInput,
  Devices,
  SyncConnection,
  DevicesView,
} from '../ports/devices.ts';
import { devicesStorageKey, folderSignInStorageKey } from '../ports/devices.ts';
import type { FirstPaintAdapters } from './first-adapters.ts';

interface DevicesParts extends Pick<
  FirstPaintAdapters,
  'clock' | 'device' | 'locks' | 'secrets' | 'storage' | 'tab' | 'wait'
> {
  /** Emits true if this device is connected with other devices of the person, otherwise false. */
  connected: Subject<boolean>;
  egress: Egress;
  /** Called when work of this device was kept apart, because another device had changed the session too. */
  branched: () => void;
}

const lockName = 'cairn/devices';

/**
 * The storage key of the last connection of a device that was turned off: what it knows of that space stays valid, so
 * that it goes on as the same device if it connects there again.
 */
const formerStorageKey = 'cairn.devices.former';

function noteIn(text: string | null): SyncConnection | null {
  const note = parseJson(text ?? 'null');
  return isRecord(note) ? (note as unknown as SyncConnection) : null;
}

/** Creates the synchronisation with the person's other devices, from the page's adapters. */
export async function createDeviceSync(
  first: Omit<DevicesParts, 'egress' | 'branched'>,
  egress: () => Promise<Egress>,
  app: () => Promise<App>,
): Promise<BrowserDevices> {
  const [out, page] = await Promise.all([egress(), app()]);
  const branched = () => page.toasts.tell(page.words.t('devices.branched'));
  return new BrowserDevices({ ...first, egress: out, branched });
}

/** The exchange with the person's other devices; loaded if it is on, or when its settings are opened. */
class BrowserDevices implements Devices {
  readonly #parts: DevicesParts;
  readonly view = new Subject<DevicesView>({ connected: null, state: { kind: 'connecting' }, devices: [] });
  #note: SyncConnection | null = null;
  #sync: DeviceSync | null = null;
  #waiting: AbortController | null = null;
  #release: () => void = () => undefined;

  constructor(parts: DevicesParts) {
    this.#parts = parts;
    this.#read();
    window.addEventListener('storage', ({ key }) => {
      if (key === devicesStorageKey) this.#read();
    });
    document.addEventListener('visibilitychange', this.#wake);
    window.addEventListener('online', this.#wake);
  }

  async connect(form: DeviceConnectionInput): ReturnType<Devices['connect']> {
    const { clock, device, secrets } = this.#parts;
    const address = form.address.trim().replace(/\/+$/, '');
    if (!typedUrl(address)) return { ok: false, error: 'unreachable' };
    const spaceConnection = await openSpaceOnServer(this.#parts, { ...form, address }, clock.newId('p'));
    if (!spaceConnection.ok) return spaceConnection;
    const keys: DeviceKeys = {
      password: form.password,
      secret: spaceConnection.secret,
      own: await createDeviceKeyPair(),
    };
    if (!(await storeDeviceKeys(secrets, { address }, keys))) return { ok: false, error: 'kept_not' };
    const former = noteIn(device.getItem(formerStorageKey));
    const isBack = former?.space === spaceConnection.space && former.address === address;
    if (former && !isBack) await this.#log().forget();
    const id = isBack ? former.device.id : clock.newId('device').replace(/-/g, '');
    const note: SyncConnection = {
      ...{ kind: form.kind, address, name: form.name, space: spaceConnection.space },
      device: { id, name: form.device.trim() },
    };
    device.setItem(devicesStorageKey, JSON.stringify(note));
    device.removeItem(formerStorageKey);
    this.#read();
    return { ok: true, value: spaceConnection.created };
  }

  async signInPage(account: string): ReturnType<Devices['signInPage']> {
    const folderSignIn = await prepareFolderSignIn(this.#parts.egress, account.trim());
    if ('fault' in folderSignIn) return { ok: false, error: folderSignIn.fault };
    this.#parts.tab.setItem(folderSignInStorageKey, JSON.stringify(folderSignIn.signIn));
    return { ok: true, value: folderSignIn.page };
  }

  away(sessionId: string): Observable<SessionOnOtherDevice | null> {
    return observeSessionOnOtherDevice(this.#log().watchSessionState(sessionId), this.view);
  }

  takeOver(sessionId: string): ReturnType<Devices['takeOver']> {
    return this.#ask((sync) => sync.takeOver(sessionId)).then(
      (won) => (won ? 'yours' : 'lost'),
      (error: unknown) => (error instanceof SpaceError ? error.code : 'unreachable'),
    );
  }

  async announce(sessionId: string): Promise<boolean> {
    return !this.#note || this.#ask((sync) => sync.commit(sessionId)).catch(() => false);
  }

  conflicts(): ReturnType<Devices['conflicts']> {
    return this.#log().watchConflicts();
  }

  async unite(): Promise<boolean> {
    const all = await currentValue(this.conflicts());
    return this.#ask((sync) => sync.unite(all.map(({ id }) => id))).catch(() => false);
  }

  async stored(): ReturnType<Devices['stored']> {
    const { sessions, todos, notes, entries, files } = this.#parts.storage.database;
    const counts = [sessions, todos, notes, entries].map(async (table) => [table.name, await table.count()] as const);
    const own = files.filter(({ kind }) => kind === 'file').count();
    return { ...Object.fromEntries(await Promise.all(counts)), files: await own };
  }

  async invitation(): Promise<string | null> {
    const storedConnection = await this.#kept();
    return storedConnection && invitationCode(storedConnection.note, storedConnection.keys);
  }

  async changePassphrase(passphrase: string): Promise<boolean> {
    const storedConnection = (await this.#belongs()) && (await this.#kept());
    if (!storedConnection) return false;
    const { store, note, keys } = storedConnection;
    return changePassphrase(store, { space: note.space, secret: keys.secret, passphrase }).catch(() => false);
  }

  async forget(device: string, passphrase: string): Promise<boolean> {
    const storedConnection = (await this.#belongs()) && (await this.#kept());
    const turn = this.#parts.clock.newId('turn');
    if (
      !storedConnection ||
      !(await excludeDevice({ ...storedConnection, passphrase, turn }, device, this.view.value.devices))
    )
      return false;
    this.#read();
    return true;
  }

  readonly retry = (): void => {
    void this.#sync?.run();
  };

  async turnOff(remove: boolean): Promise<boolean> {
    const { device, secrets } = this.#parts;
    if (remove && !(await this.#clear())) return false;
    const { state } = this.view.value;
    const isOver = remove || (state.kind === 'trouble' && state.code === 'forgotten');
    if (this.#note && !isOver) device.setItem(formerStorageKey, JSON.stringify(this.#note));
    device.removeItem(devicesStorageKey);
    this.#read();
    await secrets.remove(deviceKeysSecretName);
    if (isOver) await this.#log().forget();
    return true;
  }

  /** Removes everything from the server; false if that failed, or if this device does not belong to it any more. */
  async #clear(): Promise<boolean> {
    const storedConnection = await this.#kept();
    const cleared = this.#ask((sync) => sync.checkSpace()).then(() => storedConnection?.store.clear());
    return cleared.then(
      () => storedConnection !== null,
      (error: unknown) => error instanceof SpaceError && error.code === 'wiped',
    );
  }

  /** Syncs at once when the page becomes visible, or the network is back. */
  readonly #wake = (): void => {
    if (document.visibilityState === 'visible') this.#sync?.wake();
  };

  /** Reads whether the exchange is on, and starts or stops it. */
  #read(): void {
    this.#note = noteIn(this.#parts.device.getItem(devicesStorageKey));
    this.#end();
    this.#parts.connected.send(this.#note !== null);
    this.view.send({ connected: this.#note, state: { kind: this.#note ? 'other_tab' : 'connecting' }, devices: [] });
    if (this.#note) this.#queue();
  }

  #end(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#sync?.stop();
    this.#sync = null;
    this.#release();
    this.#release = () => undefined;
  }

  /** Waits until no other tab does the exchange. */
  #queue(): void {
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#parts.locks.take(lockName, { signal: waiting.signal, lost: this.#lost }).then((release) => {
      if (this.#waiting !== waiting) release?.();
      else if (release) {
        this.#release = release;
        void this.#begin();
      }
    });
  }

  readonly #lost = (): void => {
    if (!this.#note) return;
    this.#end();
    this.view.send({ ...this.view.value, state: { kind: 'other_tab' } });
    this.#queue();
  };

  /** Returns the exchange in this tab, taken from another tab if necessary. */
  async #working(): Promise<DeviceSync | null> {
    if (!this.#note) return null;
    if (this.#sync) return this.#sync;
    this.#waiting?.abort();
    this.#waiting = null;
    this.#release = await this.#parts.locks.seize(lockName, this.#lost);
    return this.#begin();
  }

  /** Asks the exchange for this; once more if meanwhile another one began, with a new data key. */
  async #ask<T>(work: (sync: DeviceSync) => Promise<T>): Promise<T> {
    const sync = await this.#working();
    if (!sync) throw new ReplicaError('sign_in');
    return work(sync).catch(async (error: unknown) => {
      const next = await this.#working();
      if (!next || next === sync) throw error;
      return work(next);
    });
  }

  /** False if this device does not belong to the others any more, or the server gives no answer. */
  #belongs(): Promise<boolean> {
    return this.#ask((sync) => sync.checkSpace()).then(
      () => true,
      () => false,
    );
  }

  async #begin(): Promise<DeviceSync | null> {
    const { clock, wait, branched } = this.#parts;
    const storedConnection = await this.#kept();
    if (!storedConnection) {
      this.view.send({ ...this.view.value, state: { kind: 'trouble', code: 'sign_in' } });
      return null;
    }
    const { store, note, keys } = storedConnection;
    const sealed = await createSpaceEncryption(keys.secret);
    if (this.#sync) return this.#sync;
    const sync = new DeviceSync({
      store,
      keys: sealed,
      log: this.#log((text) => sealed.digest(text)),
      ...{ space: note.space, device: { ...note.device, key: keys.own.public }, wait, branched },
      renew: async (document) => {
        if (!(await adoptDataKey(storedConnection, document))) return false;
        this.#read();
        return true;
      },
      newId: (prefix) => clock.newId(prefix),
      now: () => clock.now(),
      isPageVisible: () => document.visibilityState === 'visible',
    });
    this.#sync = sync;
    sync.subscribe((state) => {
      if (this.#sync === sync) this.view.send({ connected: note, state, devices: sync.devices });
    });
    void sync.run();
    return sync;
  }

  /** The access to the server and the space; null if no other devices are connected. */
  async #kept(): Promise<SyncSpaceAccess | null> {
    const { secrets } = this.#parts;
    const note = this.#note;
    const keys = note && (await readDeviceKeys(secrets, note));
    if (!note || !keys) return null;
    return { store: replicaStoreAt(this.#parts, { ...note, password: keys.password }), secrets, note, keys };
  }

  #log(digest: (text: string) => Promise<string> = async () => '') {
    const { clock, storage } = this.#parts;
    const { database } = storage;
    return openLocalReplica({
      database,
      device: this.#note?.device.id ?? '',
      now: () => Date.parse(clock.now()),
      digest,
    });
  }
}
