/** Starts a worker of the app's own from its address, which the build gives. */
export function trustedWorker(address: string): Worker {
  return new Worker(trustedAddress(address), { type: 'module' });
}

interface ScriptUrls {
  createScriptURL(address: string): string;
}

/** Not yet in the types of the DOM. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls } };
let policy: ScriptUrls | undefined;

/** The address of a script of the app's own, marked as such; the page's policy trusts no plain text. */
export function trustedAddress(address: string): string {
  policy ??= trustedTypes?.createPolicy('cairn-workers', { createScriptURL: (own) => own });
  return policy?.createScriptURL(address) ?? address;
}
