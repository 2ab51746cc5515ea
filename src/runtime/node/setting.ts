/** Reads what the environment says of a process, and explains in a sentence why it does not work. */

import { SettingError } from "../business/setting-error.js";
import { StorageError } from "../storage/storage.js";
import { printableText } from "../text/printable-text.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment. */
export interface Setting {
  readonly variable: string;
  /** "a folder that this process may write to": what the value must be, after "must be". */
  readonly expected: string;
  /** Default: any text that is not empty. */
  readonly pattern?: RegExp | undefined;
  /** Default: the variable must be set. */
  readonly fallback?: string | undefined;
}

/** @throws SettingError without the value, which may have a password in it */
export function readSetting(env: Environment, setting: Setting): string {
  const { variable, expected, pattern = /\S/, fallback } = setting;
  const text = env[variable] ?? fallback;
  if (text === undefined) throw new SettingError(`${variable} is not set: it must be ${expected}.`);
  if (pattern.test(text)) return text;
  const what = text.trim() === "" ? "is empty: it" : "";
  throw new SettingError([variable, what, `must be ${expected}.`].filter(Boolean).join(" "));
}

const SERVER = "start that server, or name one that runs";
const SIGN_IN = "correct the user and the password in it";
const FOLDER = "name a folder that this process may write to";

/** What helps, by the code of the system, of PostgreSQL or of SQLite. */
const FIXES: ReadonlyMap<unknown, string> = new Map([
  ["ECONNREFUSED", SERVER],
  ["ETIMEDOUT", SERVER],
  ["ENOENT", "name something that exists"],
  ["ENOTFOUND", "correct the host in it"],
  ["28P01", SIGN_IN],
  ["28000", SIGN_IN],
  ["3D000", "create that database, or correct the name in it"],
  ["42501", "let its user create tables there: GRANT CREATE ON SCHEMA public"],
  ["EACCES", FOLDER],
  ["EPERM", FOLDER],
  ["EROFS", FOLDER],
  ["EEXIST", FOLDER],
  ["ENOTDIR", FOLDER],
  ["SQLITE_READONLY", FOLDER],
  ["SQLITE_NOTADB", "name a folder without such a file, or restore the file from a backup"],
]);

/** Explains why a process cannot work with the value of a variable. */
export function settingFailure({ variable, expected }: Setting, thrown: unknown): SettingError {
  if (thrown instanceof SettingError) return thrown;
  const cause = causeOf(thrown);
  const { code } = cause as { readonly code?: unknown };
  const why = printableText(cause.message || String(code ?? cause.name));
  const fix = FIXES.get(code) ?? `it must be ${expected}`;
  return new SettingError(`${variable} does not work (${why}): ${fix}.`, { cause: thrown });
}

/** A storage says what it could not do, and its driver why. Of several addresses of a host, the first one's error stands for all. */
function causeOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  if (thrown instanceof StorageError && thrown.cause !== undefined) return causeOf(thrown.cause);
  const [first] = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  return first === undefined ? thrown : causeOf(first);
}
