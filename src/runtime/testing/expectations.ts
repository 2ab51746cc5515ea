/** The assertions of the checks. Their messages suffice in any test runner. */

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [textOf(found), textOf(expected)];
  if (left !== right) throw new Error(`${what}: expected ${right}, found ${left}`);
}

export function expectTrue(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`expected ${what}`);
}

/** Expects a rejection with `StorageError`. */
export async function expectRejected(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    expectEqual(`the code of ${what}`, code, "storage_unavailable");
    return;
  }
  throw new Error(`${what}: expected a StorageError, found an answer`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => member ?? null) ?? "undefined";
}
