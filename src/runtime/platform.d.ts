/**
 * The globals that the runtime's core uses, beside those of ECMAScript: Node, Deno, Bun, workers and browsers have them. The core is
 * compiled against this file alone, so that it uses nothing that one of them lacks. It is not published: a public type
 * names nothing of it. A module that needs further members declares them itself.
 */

interface PlatformUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly searchParams: {
    get(name: string): string | null;
    set(name: string, value: string): void;
  };
}

declare const URL: {
  new (url: string, base?: string): PlatformUrl;
  canParse(url: string): boolean;
};
declare const URLSearchParams: new (query: string) => {
  forEach(visit: (value: string, name: string) => void): void;
};

declare const TextEncoder: new () => {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { readonly written: number };
};
declare const TextDecoder: new (
  label?: string,
  options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };
declare function atob(text: string): string;
declare function btoa(binary: string): string;

declare const AbortController: new () => {
  readonly signal: import("./time/time.js").Cancellation;
  abort(reason: unknown): void;
};
declare function setTimeout(run: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function setInterval(run: () => void, milliseconds: number): unknown;
declare function clearInterval(timer: unknown): void;
declare const performance: { now(): number };

declare const crypto: {
  randomUUID(): string;
  getRandomValues(bytes: Uint8Array): Uint8Array;
};
declare const console: { error(text: string): void };
