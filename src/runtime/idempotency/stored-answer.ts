/** What a duplicate is answered with, byte for byte. No store looks into it. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; a name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A copy of its own, so that nobody who still holds the bytes can change what will be replayed. */
export function copyAnswer(answer: StoredAnswer): StoredAnswer {
  return { ...copyHead(answer), body: new Uint8Array(answer.body) };
}

export function copyHead({ status, headers }: StoredAnswer): Omit<StoredAnswer, "body"> {
  return { status, headers: headers.map(([name, value]) => [name, value] as const) };
}
