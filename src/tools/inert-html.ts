interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string | null }): unknown;
}

let parsing = false;

/**
 * Lets markup be parsed into documents that never run or load anything, while `work` runs and at no other time: all
 * other assignments of markup, but for none at all, stay forbidden by Trusted Types (R13.2). `work` is synchronous.
 */
export function whileInert<T>(work: () => T): T {
  allowOnce();
  parsing = true;
  try {
    return work();
  } finally {
    parsing = false;
  }
}

let allowed = false;

function allowOnce(): void {
  if (allowed) return;
  allowed = true;
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', { createHTML: (html) => (parsing || html === '' ? html : null) });
}
