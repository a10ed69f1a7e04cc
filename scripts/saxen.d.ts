/** The part of saxen that is used here; the package has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', then: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', then: (name: string) => void): this;
    on(event: 'text' | 'cdata', then: (text: string) => void): this;
    on(event: 'error' | 'warn', then: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | null;
    stop(): void;
  }
}
