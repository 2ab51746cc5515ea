/** What `--write-ignore` is to write. In: the options. Out: reason and last day; undefined where it is not given. */

import { failure } from "../../errors.js";
import { daysAfter, isDay } from "../../diff/review/dates.js";
import type { DiffFlags } from "../diff-command.js";

export interface IgnoreOrder {
  readonly reason: string;
  /** `2026-11-20` */
  readonly until: string;
}

/** Long enough to agree on something, and short enough to be looked at again. */
const DAYS = 90;

/** @throws ProtoGenError USAGE */
export function ignoreOrder(flags: DiffFlags, today: string): IgnoreOrder | undefined {
  const { writeIgnore = false, reason, until = daysAfter(today, DAYS), failOn } = flags;
  if (!writeIgnore) {
    rejectAlone("--reason", reason);
    rejectAlone("--until", flags.until);
    return undefined;
  }
  if (failOn === "none")
    throw failure(
      "USAGE",
      "--write-ignore writes what fails, and --fail-on none lets nothing fail",
    );
  if (reason === undefined || reason.trim() === "")
    throw failure(
      "USAGE",
      "--write-ignore needs --reason TEXT, which says why a change is ignored",
    );
  if (!isDay(until))
    throw failure(
      "USAGE",
      `--until ${until} is no day`,
      undefined,
      `as ${daysAfter(today, DAYS)} is`,
    );
  if (until < today) throw failure("USAGE", `--until ${until} is over: nothing would be ignored`);
  return { reason, until };
}

function rejectAlone(option: string, value: string | undefined): void {
  if (value !== undefined)
    throw failure("USAGE", `${option} is of --write-ignore, which is missing`);
}
