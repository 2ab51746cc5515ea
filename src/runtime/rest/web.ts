/**
 * What is used here of the Fetch standard, as types of our own: the runtime declares no globals, and
 * its users need neither the DOM's declarations nor Node's. Whichever of them a project has, its
 * `Request` is a `WebRequest`, and `WebResponse` is its `Response`.
 */

export interface WebHeaders {
  /** What all fields take as lines of HTTP/1.1, where whoever carries them can tell. */
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
   * Of a carrier's own streams: all that there is, where it has come already and nobody has to wait for it;
   * undefined where it has to be read. Asked for once, before `getReader`.
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

/** What is left of a `Response` where the project declares none. */
export interface BareResponse {
  readonly status: number;
  readonly headers: WebHeaders;
  readonly body: WebStream | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}

// Resolved in the project that reads this declaration, by the globals that it has.
export type WebResponse = typeof globalThis extends {
  readonly Response: { readonly prototype: infer Global };
}
  ? Global
  : BareResponse;
