/** Names of parameters and fields whose value gives access. */
const secretName =
  /^(?:x[-_])?(?:(?:api|app|access|auth|client|private|secret|service|subscription|refresh|bearer|session|id|csrf|user)?[-_]?(?:key|token|secret|passw(?:or)?d|passphrase|pwd)|(?:api|access|client|secret)[-_]?key[-_]?id|amz[-_](?:signature|security[-_]token|credential)|sig|signature|auth|authorization|credentials?|jwt)$/i;

/** True if a field or a parameter of this name holds a key, a password or the like. */
export const isSecretName = (name: string): boolean => secretName.test(name.trim());

/** Returns an address, or a text with addresses, with “…” for the values of parameters that hold keys. */
export function withoutSecretParameters(text: string): string {
  return text.replace(/([?&]|&amp;)([\w.~%-]+)=([^&\s#"'<>“”)]+)/g, (whole, before: string, name: string) =>
    isSecretName(name) ? `${before}${name}=…` : whole,
  );
}
