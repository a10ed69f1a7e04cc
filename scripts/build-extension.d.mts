export type Target = 'chromium' | 'firefox';

export function buildExtension(
  browser: Target,
  folder: string,
  origins: readonly string[],
  granted?: readonly string[],
): Promise<void>;

export function originFault(origin: string): string | null;

export function filesOf(folder: string): Promise<Record<string, Buffer>>;
