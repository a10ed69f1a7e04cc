export declare function serveFolder(folder: string): Promise<{ address: string; stop(): Promise<void> }>;
