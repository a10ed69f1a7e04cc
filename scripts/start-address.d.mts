export const usualPort: number;
export const earlierPort: number;
export const movedText: string;
export const howToChoose: string;
export function addressAt(port: number): string;
export function chosenPort(args: readonly string[]): number | null;
export function takenText(port: number): string;
export function isFree(port: number): Promise<boolean>;
