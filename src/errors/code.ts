/** 0 ok, 1 findings, 2 usage, 3 schema or composition, 4 refused source, 70 internal. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70;

export interface CodeEntry {
  /** 0 for a warning. */
  readonly exit: ExitCode;
  /** One sentence. */
  readonly summary: string;
  /** The fix, where one fits all. */
  readonly hint?: string;
}

/** Checks the entries of a table and keeps its codes as literal types. */
export function defineCodes<Code extends string>(
  table: Record<Code, CodeEntry>,
): Readonly<Record<Code, CodeEntry>> {
  return table;
}
