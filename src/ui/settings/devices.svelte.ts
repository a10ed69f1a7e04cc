import type { RestoredCounts } from '../../ports/backup.ts';
import type { ReplicaDevice } from '../../ports/replica-head.ts';
import { bytesOfBase64Url } from '../../values/base64.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { invitationFragment } from '../../values/app-address.ts';
import type {
  DeviceConnectError,
  DeviceConnectionInput,
  Devices,
  DevicesView,
  SyncServerKind,
  SyncState,
} from '../../ports/devices.ts';
import type { App } from '../app/app.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { hostOf } from './address-checks.ts';
import { addressSpaceOfHost } from '../../values/address-space.ts';
import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { typedUrl } from '../../values/typed-url.ts';

/** The fewest characters of a passphrase for the devices' encrypted data. */
const fewest = 12;

/** Returns how hard a passphrase is to guess, judged by its length and variety. */
export function passphraseStrength(passphrase: string): 'short' | 'fair' | 'strong' {
  const length = Array.from(passphrase).length;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(passphrase)).length;
  if (length < fewest || /^(.{1,4})\1+$/u.test(passphrase)) return 'short';
  return length >= 20 || (length >= 16 && kinds >= 3) ? 'strong' : 'fair';
}

/** Makes the view of the connected devices reactive; at first it is `connecting`. */
export function deviceViewState({ view }: Devices): ObservableState<DevicesView> {
  return new ObservableState(view, { connected: null, state: { kind: 'connecting' }, devices: [] });
}

/** Returns the state of the exchange with the other devices, in a sentence. */
export function devicesStateText(state: SyncState, words: Translator): string {
  switch (state.kind) {
    case 'working':
      return words.t('devices.state.working', { done: state.done, total: state.total });
    case 'offline': {
      const reason = words.t(`devices.offline.${state.code}`);
      return state.waiting > 0
        ? words.t('devices.state.waiting', { reason, n: state.waiting })
        : words.t('devices.state.offline', { reason });
    }
    case 'trouble':
      return words.t(`devices.trouble.${state.code}`);
    case 'connecting':
    case 'up_to_date':
    case 'asking':
    case 'other_tab':
      return words.t(`devices.state.${state.kind}`);
  }
}

/** The person's devices in the settings, and the form that connects this one. */
export class DeviceSettings {
  readonly #app: App;
  readonly #devices: Devices;
  readonly #view: ObservableState<DevicesView>;
  readonly #conflicts: ObservableState<readonly { title: string }[]>;

  kind = $state<SyncServerKind>('couch');
  address = $state('');
  name = $state('');
  password = $state('');
  passphrase = $state('');
  device = $state('');
  /** The remoteStorage account at which the person signs in. */
  account = $state('');
  /** The keys of another device's code. */
  invited = $state.raw<DeviceConnectionInput['invited']>(null);
  /** The number of records here that a device whose invitation is accepted can read. */
  stored = $state.raw<RestoredCounts>({});
  /** True once the person has said that the code is from a device of theirs. */
  isOwnCode = $state(false);
  busy = $state(false);
  fault = $state.raw<DeviceConnectError | 'address' | 'barred_port' | 'short' | 'removal' | 'code' | null>(null);
  /** The address by which another device joins, while it is shown. */
  link = $state.raw<string | null>(null);
  /** The new passphrase in the form; null while the form is closed. */
  changing = $state<string | null>(null);
  /** The device to remove, while the person is asked to confirm. */
  forgetting = $state.raw<ReplicaDevice | null>(null);

  constructor(app: App, devices: Devices) {
    this.#app = app;
    this.#devices = devices;
    this.#view = deviceViewState(devices);
    this.#conflicts = new ObservableState<readonly { title: string }[]>(devices.conflicts(), []);
    const isPhone = /Android|iPhone|Mobile/.test(navigator.userAgent);
    this.device = app.words.t(isPhone ? 'devices.phone' : 'devices.computer');
    this.#take(app.invitation);
    if (app.signedIn) {
      this.kind = 'remote';
      this.address = app.signedIn.address;
      this.password = app.signedIn.token;
      app.signedIn = null;
    }
  }

  get view(): DevicesView {
    return this.#view.current;
  }

  /** The titles of sessions of which the server has two conflicting states. */
  get conflicts(): readonly string[] {
    return this.#conflicts.current.map(({ title }) => title);
  }

  get host(): string {
    return hostOf(this.address) || this.account.replace(/^.*@/, '').trim();
  }

  /** True if the way to the invitation's address leaves this machine without encryption. */
  get isOpenWay(): boolean {
    const url = this.invitedTo;
    return url?.protocol === 'http:' && addressSpaceOfHost(url.hostname) !== 'loopback';
  }

  /** The address of the invitation in full; null if it is none. */
  get invitedTo(): URL | null {
    return typedUrl(withoutSignIn(this.address));
  }

  /** Whose devices the code would join although this browser is joined already: the same ones, or others. */
  get passedOver(): 'same' | 'other' | null {
    const { connected } = this.view;
    if (!this.invited || !connected || this.busy) return null;
    return this.invited.space === connected.space ? 'same' : 'other';
  }

  /** The address of the page or of the server, if another device cannot reach it since it means this machine itself. */
  get ownMachine(): string | null {
    const addresses = [location.origin, this.view.connected?.address ?? ''].map((address) => typedUrl(address));
    return addresses.find((url) => url && addressSpaceOfHost(url.hostname) === 'loopback')?.host ?? null;
  }

  /** Drops the invitation; the form is empty then. */
  readonly decline = (): void => {
    this.invited = null;
    this.address = this.name = this.password = '';
    this.kind = 'couch';
    this.fault = null;
    this.#app.invitation = null;
  };

  readonly connect = async (): Promise<void> => {
    if (this.invited && !this.isOwnCode) return;
    this.address = withoutSignIn(this.address);
    if (!/^https?:\/\/.+/.test(this.address)) return void (this.fault = 'address');
    if (portBlockedByBrowsers(this.address) !== null) return void (this.fault = 'barred_port');
    if (!this.invited && Array.from(this.passphrase).length < fewest) return void (this.fault = 'short');
    this.busy = true;
    this.fault = null;
    const { kind, address, name, password, passphrase, invited, device } = this;
    const connectionResult = await this.#devices.connect({
      kind,
      address,
      name,
      password,
      passphrase,
      invited,
      device,
    });
    this.busy = false;
    if (!connectionResult.ok) return void (this.fault = connectionResult.error);
    this.password = this.passphrase = '';
    this.invited = this.#app.invitation = null;
    if (!this.#app.session) await this.#app.newSession();
  };

  /**
   * Opens the page on which the person gives this page access to their remoteStorage account; sets `fault` if that page
   * cannot be found.
   */
  readonly signIn = async (): Promise<void> => {
    this.busy = true;
    this.fault = null;
    const signInAddress = await this.#devices.signInPage(this.account);
    this.busy = false;
    if (signInAddress.ok) location.assign(signInAddress.value);
    else this.fault = signInAddress.error;
  };

  readonly suggest = (): void => {
    this.passphrase = suggestedPassphrase();
  };

  readonly invite = async (): Promise<void> => {
    const code = await this.#devices.invitation();
    const { origin, pathname } = location;
    this.link = code === null ? null : origin + pathname + invitationFragment + code;
  };

  readonly changePassphrase = async (): Promise<void> => {
    const { words, toasts } = this.#app;
    const passphrase = this.changing ?? '';
    if (passphraseStrength(passphrase) === 'short') return void (this.fault = 'short');
    this.busy = true;
    const isChanged = await this.#devices.changePassphrase(passphrase);
    this.busy = false;
    this.fault = null;
    if (!isChanged) {
      this.#refuse();
      return;
    }
    this.changing = null;
    toasts.tell(words.t('devices.passphrase_changed'));
  };

  /** Opens the form for removing a device, which needs a new passphrase; null closes it. */
  readonly askToForget = (device: ReplicaDevice | null): void => {
    this.forgetting = device;
    this.passphrase = device ? suggestedPassphrase() : '';
    this.fault = null;
  };

  readonly forget = async (): Promise<void> => {
    const { words, toasts } = this.#app;
    const device = this.forgetting;
    if (!device) return;
    if (passphraseStrength(this.passphrase) === 'short') return void (this.fault = 'short');
    this.busy = true;
    const isForgotten = await this.#devices.forget(device.id, this.passphrase);
    this.busy = false;
    if (!isForgotten) {
      this.#refuse();
      return;
    }
    this.askToForget(null);
    toasts.tell(words.t('devices.forgotten', { device: device.name }));
  };

  #refuse(): void {
    const { words, toasts } = this.#app;
    const { state } = this.view;
    toasts.refuse(state.kind === 'trouble' ? devicesStateText(state, words) : words.t('devices.not_reached'));
  }

  readonly unite = async (): Promise<void> => {
    const { words, toasts } = this.#app;
    this.busy = true;
    const isUnited = await this.#devices.unite();
    this.busy = false;
    if (isUnited) toasts.tell(words.t('devices.united'));
    else toasts.refuse(words.t('devices.not_united'));
  };

  readonly retry = (): void => this.#devices.retry();

  readonly turnOff = async (remove: boolean): Promise<void> => {
    if (this.passedOver === 'same') this.decline();
    this.busy = true;
    const off = await this.#devices.turnOff(remove);
    this.busy = false;
    if (off) this.askToForget(null);
    this.fault = off ? null : 'removal';
    this.link = null;
  };

  /** Fills the form from another device's code, without connecting. */
  #take(code: string | null): void {
    if (code === null) return;
    const decodedInvitation = parseJson(textInCode(code));
    if (
      !isRecord(decodedInvitation) ||
      typeof decodedInvitation.secret !== 'string' ||
      typeof decodedInvitation.space !== 'string'
    ) {
      this.fault = 'code';
      this.#app.invitation = null;
      return;
    }
    this.kind = decodedInvitation.kind === 'remote' ? 'remote' : 'couch';
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    this.address = text(decodedInvitation.address);
    this.name = text(decodedInvitation.name);
    this.password = text(decodedInvitation.password);
    this.invited = { space: decodedInvitation.space, secret: decodedInvitation.secret };
    void this.#devices.stored().then((stored) => (this.stored = stored));
  }
}

function suggestedPassphrase(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const randomLetters = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => letters[byte % letters.length]);
  return randomLetters.join('').replace(/(.{5})(?=.)/g, '$1-');
}

function textInCode(code: string): string {
  try {
    return new TextDecoder().decode(bytesOfBase64Url(code));
  } catch {
    return '';
  }
}

const withoutSignIn = (address: string) => address.trim().replace(/^(https?:\/\/)[^/@]*@/i, '$1');
