export declare const testPort: number;
export declare const testAddress: string;
