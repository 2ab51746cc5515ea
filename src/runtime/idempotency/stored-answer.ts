/** What a duplicate is answered with, byte for byte. No store looks into it. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; a name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What nobody can change is shared: most answers have the same header fields. */
export function copyHead({ status, headers }: StoredAnswer): Omit<StoredAnswer, "body"> {
  if (Object.isFrozen(headers) && headers.every(Object.isFrozen)) return { status, headers };
  return { status, headers: headers.map(([name, value]) => [name, value] as const) };
}
