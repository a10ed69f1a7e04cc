/** Starts one of the app's own workers from its URL, which comes from the build. */
export function trustedWorker(address: string): Worker {
  return new Worker(trustedScriptUrl(address), { type: 'module' });
}

interface ScriptUrls {
  createScriptURL(address: string): string;
}

/** Not yet in TypeScript's DOM types. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptUrls): ScriptUrls } };
let policy: ScriptUrls | undefined;

/** Returns the URL of one of the app's own scripts as a trusted type; the page's policy refuses plain strings. */
export function trustedScriptUrl(address: string): string {
  policy ??= trustedTypes?.createPolicy('cairn-workers', { createScriptURL: (own) => own });
  return policy?.createScriptURL(address) ?? address;
}
