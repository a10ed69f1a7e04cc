export declare function findBrowser(): string | null;
