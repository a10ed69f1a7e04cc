/** The part of the extension API that the companion uses, which Chromium and Firefox both have under this name. */
declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void;
  }
  interface Sender {
    id?: string;
    origin?: string;
    url?: string;
    frameId?: number;
    /** Absent in Firefox. */
    documentLifecycle?: string;
    tab?: { id?: number };
  }
  interface Port {
    name: string;
    sender?: Sender;
    postMessage(message: unknown): void;
    disconnect(): void;
    onMessage: Event<(message: unknown) => void>;
    onDisconnect: Event<() => void>;
  }
  const runtime: {
    id: string;
    connect(info?: { name: string }): Port;
    getManifest(): { name: string; version: string };
    getURL(path: string): string;
    openOptionsPage(): Promise<void>;
    sendMessage(message: unknown): Promise<unknown>;
    onConnect: Event<(port: Port) => void>;
    /** Absent in Firefox. */
    onConnectExternal?: Event<(port: Port) => void>;
    onMessage: Event<(message: unknown, sender: Sender) => void> & {
      removeListener(listener: (message: unknown, sender: Sender) => void): void;
    };
  };
  const permissions: {
    contains(wanted: { origins: string[] }): Promise<boolean>;
    request(wanted: { origins: string[]; permissions?: string[] }): Promise<boolean>;
    remove(wanted: { origins: string[] }): Promise<boolean>;
    onRemoved: Event<() => void>;
  };
  const storage: {
    local: { get(defaults: object): Promise<object>; set(items: object): Promise<void> };
    onChanged: Event<() => void>;
  };
  const tabs: {
    create(options: { url: string; openerTabId?: number }): Promise<{ id?: number }>;
    update(id: number, options: { active: boolean }): Promise<unknown>;
    getCurrent(): Promise<{ id?: number } | undefined>;
    remove(id: number): Promise<void>;
    onRemoved: Event<(id: number) => void>;
  };
  /** `scripting` and `declarativeNetRequest` are available once a site may be rendered. */
  const scripting: {
    registerContentScripts(scripts: object[]): Promise<void>;
    unregisterContentScripts(): Promise<void>;
  };
  const declarativeNetRequest: { updateSessionRules(change: object): Promise<void> };
  const dom: { openOrClosedShadowRoot(element: HTMLElement): ShadowRoot | null };
  const action: { onClicked: Event<() => void> };
  const i18n: { getMessage(name: 'language'): string };
  /** Absent in Firefox, whose background is a document itself. */
  const offscreen: {
    createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
    closeDocument(): Promise<void>;
    hasDocument(): Promise<boolean>;
  };
}

/** The origins whose pages may connect to the companion: a setting of the build. */
declare const cairnOrigins: readonly string[];
