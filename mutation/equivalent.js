/**
 * Mutants that no test can kill, since all results are those of the original; each was judged by hand. `run.js`
 * prints the score with them and without them. `line` is the trimmed source line where the mutant begins.
 */
export const EQUIVALENT = [
  {
    file: "src/runtime/signature/client-signatures.ts",
    line: 'const { signer, require: required = "none" } = options;',
    original: '"none"',
    replacement: '""',
    why: "the value is compared with `complete` alone",
  },
  {
    file: "src/runtime/signature/client-signatures.ts",
    line: 'const scheme = protocol === "https:" ? "https" : "http";',
    original: '"http"',
    replacement: '""',
    why: "a client covers no component with the scheme, and `URL` has dropped http's default port",
  },
  {
    file: "src/runtime/signature/client-signatures.ts",
    line: 'const scheme = protocol === "https:" ? "https" : "http";',
    original: '"https"',
    replacement: '""',
    why: "a client covers no component with the scheme, and `URL` has dropped https's default port",
  },
  {
    file: "src/runtime/signature/dictionary.ts",
    line: 'const outside = value.includes(\'"\') ? value.replace(STRINGS, "") : value;',
    original: "'\"'",
    replacement: '""',
    why: "where there are no quotes, there is nothing to replace",
  },
  {
    file: "src/runtime/signature/fields.ts",
    line: "while (end > start && isBlank(value, end - 1)) end -= 1;",
    original: "end > start",
    replacement: "true",
    why: "a value of blanks ends at 0 then, and what is cut out is empty in both cases",
  },
  {
    file: "src/runtime/signature/verify.ts",
    line: "if (expires !== undefined && expires < now - clockSkew)",
    original: "expires !== undefined",
    replacement: "true",
    why: "undefined is not less than any number",
  },
  {
    file: "src/runtime/idempotency/memory-store.ts",
    line: "if (left === 0 || expiresAt > time) return expiresAt;",
    original: "left === 0",
    replacement: "false",
    why: "more expired entries are removed at once: slower, with the same results",
  },
  {
    file: "src/runtime/idempotency/memory-store.ts",
    line: "left -= 1;",
    original: "left -= 1",
    replacement: "left += 1",
    why: "more expired entries are removed at once: slower, with the same results",
  },
  {
    file: "src/runtime/idempotency/memory-store.ts",
    line: "if (time >= nextExpiry)",
    original: "time >= nextExpiry",
    replacement: "true",
    why: "a sweep that finds nothing expired changes nothing",
  },
  {
    file: "src/runtime/idempotency/sqlite/sqlite-store.ts",
    line: "if (set.length > 0) return;",
    original: "set.length > 0",
    replacement: "false",
    why: "a row that was set a moment ago is known, so that the next line throws nothing",
  },
  {
    file: "src/runtime/idempotency/sqlite/sqlite-store.ts",
    line: "if (status === null || headers === null) return undefined;",
    original: "status === null || headers === null",
    replacement: "status === null && headers === null",
    why: "both are set by one statement",
  },
  {
    file: "src/runtime/idempotency/sqlite/sqlite-store.ts",
    line: "if (status === null || headers === null) return undefined;",
    original: "status === null",
    replacement: "false",
    why: "both are set by one statement",
  },
];
