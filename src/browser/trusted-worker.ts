interface ScriptUrls {
  createScriptURL(address: string): string;
}

/** Not yet in the types of the DOM. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls } };
let policy: ScriptUrls | undefined;

/** Starts a worker of the app's own from its address, which the build gives; the page's policy trusts no plain text. */
export function trustedWorker(address: string): Worker {
  policy ??= trustedTypes?.createPolicy('cairn-workers', { createScriptURL: (own) => own });
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}
