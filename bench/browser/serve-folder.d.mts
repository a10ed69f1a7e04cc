export declare function serveFolder(
  folder: string,
  headersOf?: (path: string) => Readonly<Record<string, string>>,
): Promise<{ address: string; stop(): Promise<void> }>;
