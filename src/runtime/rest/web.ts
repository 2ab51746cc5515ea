/**
 * The part of the Fetch standard that is used, as types of our own: the runtime declares no globals, and needs
 * neither the DOM's nor Node's declarations. With either, a project's `Request` is a `WebRequest`, and `WebResponse`
 * is its `Response`.
 */

export interface WebHeaders {
  /** Size of all fields as HTTP/1.1 lines, if the host knows it. */
  readonly bytes?: number;
  get(name: string): string | null;
  forEach(each: (value: string, name: string) => void): void;
}

export interface WebReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

export interface WebStream {
  /**
   * For a host's own streams: the whole body if it has already arrived, so nobody has to wait. Undefined if it must
   * be read. Called at most once, before `getReader`.
   */
  whole?(): Promise<Uint8Array | undefined>;
  getReader(): WebReader;
  cancel(reason?: unknown): Promise<void>;
}

export interface WebSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface WebRequest {
  readonly method: string;
  readonly headers: WebHeaders;
  readonly body: WebStream | null;
  readonly signal?: WebSignal;
}

/** Replaces `Response` if the project does not declare it. */
export interface BareResponse {
  readonly status: number;
  readonly headers: WebHeaders;
  readonly body: WebStream | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

// Resolved in the project that uses this declaration, by its own globals.
export type WebResponse = typeof globalThis extends {
  readonly Response: { readonly prototype: infer Global };
}
  ? Global
  : BareResponse;

/** Repeated fields have been joined by now: prefer the raw headers if they are known. */
export function headerList(headers: WebHeaders): readonly string[] {
  const list: string[] = [];
  headers.forEach((value, name) => list.push(name, value));
  return list;
}
