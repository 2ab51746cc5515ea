/** A duplicate is answered with this, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; a name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}
