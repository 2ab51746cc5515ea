import { failure } from "../../../errors.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { daysAfter } from "../../../review/dates.js";
import type { DiffFlags } from "./command.js";

/** The options that go with `--write-ignore`. */
export interface IgnoreRequest {
  readonly reason: string;
  /** `2026-11-20` */
  readonly until: string;
}

/** Long enough to agree on a change, and short enough to review it again. */
const DEFAULT_DAYS = 90;

/**
 * @returns undefined without `--write-ignore`
 * @throws ProtoGenError USAGE
 */
export function parseIgnoreRequest(flags: DiffFlags, today: string): IgnoreRequest | undefined {
  const { writeIgnore = false, reason, until = daysAfter(today, DEFAULT_DAYS), failOn } = flags;
  if (!writeIgnore) {
    rejectWithoutWriteIgnore("--reason", reason);
    rejectWithoutWriteIgnore("--until", flags.until);
    return undefined;
  }
  if (failOn === "none")
    throw failure(
      "USAGE",
      "--write-ignore adds the changes that fail, and with --fail-on none no change fails",
    );
  if (reason === undefined || reason.trim() === "")
    throw failure("USAGE", "--write-ignore needs --reason TEXT: why the changes are accepted");
  if (!isReleaseDate(until))
    throw failure("USAGE", `--until ${until} is not a date`, {
      hint: `for example ${daysAfter(today, DEFAULT_DAYS)}`,
    });
  if (until < today)
    throw failure("USAGE", `--until ${until} is in the past: nothing would be ignored`);
  return { reason, until };
}

function rejectWithoutWriteIgnore(option: string, value: string | undefined): void {
  if (value !== undefined)
    throw failure("USAGE", `${option} needs --write-ignore, which is missing`);
}
