/** What a duplicate is answered with, byte for byte. No store looks into it. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; a name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

export type AnswerHead = Omit<StoredAnswer, "body">;

/**
 * A copy of what stands before a body. What nobody can change is shared, with `another` too: most answers
 * have the same header fields.
 */
export function headOf({ status, headers }: StoredAnswer, another?: AnswerHead): AnswerHead {
  if (another?.status === status && another.headers === headers) return another;
  if (Object.isFrozen(headers) && headers.every(Object.isFrozen)) return { status, headers };
  return { status, headers: headers.map(([name, value]) => [name, value] as const) };
}
