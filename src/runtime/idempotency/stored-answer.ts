/** The response that every duplicate gets, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}
