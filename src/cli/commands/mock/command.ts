/** `proto-gen mock`. */

import { InvalidArgumentError, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import {
  inputOptions,
  jsonOption,
  messageOptions,
  parseNameList,
  quietOption,
  requireProfile,
  type InputFlags,
} from "../../shared-options.js";
import type { Fault } from "./messages.js";

export interface MockFlags extends InputFlags {
  readonly port: number;
  readonly https?: boolean;
  readonly seed?: number;
  readonly fault?: readonly Fault[];
  readonly mail?: string;
}

const DEFAULT_PORT = 8080;
const FAULTS: readonly Fault[] = ["slow", "fail", "escalate", "decline"];

const FOOTER = `
Serves the business that init writes, with a catalog, carts, checkouts, orders,
signed webhooks and mail, for whatever of its capabilities the profile has: over
REST and MCP, on 127.0.0.1, and in memory. It prints where everything is, a call
to try, and a line for each request but those for its pages and /platform.json:
method, path, operation, status, what came of it, milliseconds, and the first thing
that was wrong. What came of it is a checkout's status, the code of an error or of a
business outcome, or replayed. Webhooks and mail have lines, too.

Platforms may be on this machine, too, and speak http. For a caller without a
profile there is one at /platform.json, which supports what the business does.
Buyers are sent to https always (§3.3): without --https that is a second port, the
next one if it is free. The certificate for both is in a file whose path is printed.

The token of a payment decides: tok_declined, tok_slow, tok_error; all others pay.

With --seed and the same --port, the same calls in the same order have the same
answers, but for times, signatures and the signing key, which is made at the start.

Faults:
  slow      every call waits 3 seconds before it is handled
  fail      the first try of a call that changes something is refused, and the
            next one with its Idempotency-Key is handled; of calls that read, or
            have no key, every second one is refused, beginning with the first of
            each operation: 503 temporarily_unavailable with Retry-After: 1
  escalate  every checkout has to be reviewed by the buyer (§3.2)
  decline   every payment is declined

Examples:
  A business at http://127.0.0.1:8080:
    $ proto-gen mock --profile ./profile.json
  In a test, with reproducible ids:
    $ proto-gen mock --profile ./profile.json --port 0 --seed 1 --json
  Over TLS, slowly, and with every order reviewed by its buyer:
    $ proto-gen mock --profile ./profile.json --https --fault slow,escalate

Exit codes are those of proto-gen --help. SIGINT and SIGTERM end it with 0.
`;

export const mockCommand: CommandDefinition<MockFlags> = {
  name: "mock",
  description: "serve a business for the profile on this machine, to try a platform against",
  usage: "--profile FILE [options]",
  options: [
    inputOptions(),
    { heading: "Business:", options: businessOptions() },
    messageOptions(
      jsonOption("print one line of JSON for the start and for each event"),
      quietOption("print nothing but errors; with --json also the line of the start"),
    ),
  ],
  footer: FOOTER,
  parse: ({ port = DEFAULT_PORT, ...flags }) => ({ ...requireProfile(flags), port }),
};

function businessOptions(): readonly Option[] {
  return [
    new Option(
      "--port <number>",
      "where it listens, with buyers at the next one if that is free; 0 takes any",
    )
      .argParser(parsePort)
      .default(DEFAULT_PORT),
    new Option("--https", "speak TLS, with a certificate that is made at the start"),
    new Option("--seed <number>", "the same ids for the same calls in the same order").argParser(
      parseSeed,
    ),
    new Option("--fault <list>", `what goes wrong: ${FAULTS.join(",")} (repeatable)`).argParser(
      parseFaults,
    ),
    new Option(
      "--mail <dir>",
      "where its mail goes; by default a directory that is removed at the end",
    ),
  ];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed))
    throw new InvalidArgumentError("It must be a whole number.");
  return seed;
}

function parseFaults(text: string, previous: readonly Fault[] = []): readonly Fault[] {
  const faults = parseNameList(text).map((name) => {
    const fault = FAULTS.find((each) => each === name);
    if (fault === undefined)
      throw new InvalidArgumentError(`There is no ${name}; it takes ${FAULTS.join(", ")}.`);
    return fault;
  });
  return [...previous, ...faults];
}
