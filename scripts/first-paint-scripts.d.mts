export declare function firstPaintScripts(folder: string): Map<string, number>;
