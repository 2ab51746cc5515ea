/** `proto-gen mock`. */

import { InvalidArgumentError, Option } from "commander";
import { configuredInput } from "../../configured.js";
import { offer } from "../../completion/offers.js";
import type { CommandDefinition } from "../../define-command.js";
import {
  inputOptions,
  parseNameList,
  parsePort,
  paymentOption,
  requireProfile,
  type InputFlags,
  type PaymentFlags,
} from "../../shared-options.js";
import type { Fault } from "../../../mock/messages.js";

export interface MockFlags extends InputFlags, PaymentFlags {
  readonly port: number;
  readonly https?: boolean;
  readonly seed?: number;
  readonly fault?: readonly Fault[];
  readonly data?: string;
  readonly exampleData?: boolean;
  readonly mail?: string;
  readonly geoIp?: string;
}

const DEFAULT_PORT = 8080;
const FAULTS: readonly Fault[] = ["slow", "fail", "escalate", "decline"];

const FOOTER = `
Serves the business that init creates, with a catalog, carts, checkouts, orders,
signed webhooks and mail, as far as the profile has these capabilities: over REST
and MCP, on 127.0.0.1, in memory. It prints its addresses, a call to try, and a line
for each request, except those for its own pages and /platform.json: method, path,
operation, status, outcome, duration, and the first validation issue. The outcome is
a checkout's status, the code of an error or of a business outcome, or "replayed".
Webhooks and mail get a line each.

Platforms may run on this machine and use plain http. Callers without a profile of
their own can use /platform.json, which supports everything that the business does.
Buyers are always sent to https (§3.3): without --https, that is a second port, the
next one if it is free. Both use the certificate whose path is printed.

What it sells, in which currencies, to whom and how fast is in a file of JSON, which
--example-data prints and --data replaces. Its schema is templates/storefront/
data.schema.json in this package. By default it sells in USD, EUR and JPY. The currency
of a checkout is the one that its request names; otherwise, and for carts and the
catalog, the country in the request's context decides. Without a context that is the
country in the header --geo-ip names, which a proxy would add (CF-IPCountry: FR), and
without one the currency is that of the data.

Orders are shipped and delivered within seconds, unless the data say otherwise. The
status page ships, delivers and refunds them by hand, and escalates and expires
checkouts. Programs post to /back-office/orders/ID/ship, deliver and adjust, and to
/back-office/checkouts/ID/review and expire:

  curl -X POST http://127.0.0.1:8080/back-office/orders/ID/adjust \\
    -H 'Content-Type: application/json' -d '{"type":"refund","amount":500}'

The payment token decides the result: tok_declined and tok_slow do what they say, with
tok_unavailable the provider is down for the first attempt, tok_error leaves open
whether there was a charge, and tok_review has the buyer review the order (§3.2). A
token of the mock's own tokenizer, which is the base_url of the handler
dev.proto.tokenization, pays once, for the checkout that it is bound to:
POST {"credential":...,"binding":{"checkout_id":...,"identity":{"access_token":...}}}
to <base_url>/tokenize. The access token names the business: it is the handler's
provider_key_id, or "business" where the handler has none. Any other token pays.

Pages of any origin may call the mock and its tokenizer (CORS).

With --seed and a fixed --port, the same calls in the same order get the same
answers, except for times, signatures and the signing key.

Faults:
  slow      every call waits 3 seconds before it is handled
  fail      the first attempt of a call that changes something fails, and the next
            one with the same Idempotency-Key is handled; of calls that only read,
            or have no key, every other one fails, starting with the first call of
            each operation: 503 temporarily_unavailable with Retry-After: 1
  escalate  every checkout has to be reviewed by the buyer (§3.2)
  decline   every payment is declined

Examples:
  A business at http://127.0.0.1:8080:
    $ proto-gen mock --profile ./profile.json
  In a test, with reproducible ids:
    $ proto-gen mock --profile ./profile.json --port 0 --seed 1 --json
  With products of your own:
    $ proto-gen mock --example-data > data.json
    $ proto-gen mock --profile ./profile.json --data ./data.json
  Over TLS, slow, and with every order reviewed by its buyer:
    $ proto-gen mock --profile ./profile.json --https --fault slow,escalate

SIGINT and SIGTERM stop it with exit code 0. Other exit codes: see proto-gen --help.
`;

export const mockCommand: CommandDefinition<MockFlags> = {
  name: "mock",
  description: "Serve a business for the profile on this machine, to test a platform against",
  usage: "--profile FILE [options]",
  options: [inputOptions(), { heading: "Business:", options: businessOptions() }],
  messages: {
    json: "Print one line of JSON for the start and for each event",
    quiet: "Print nothing but errors, and with --json the line for the start",
  },
  footer: FOOTER,
  configured: ({ mock, ...settings }) => ({ ...configuredInput(settings), ...mock }),
  parse: ({ port = DEFAULT_PORT, ...flags }) => ({
    ...(flags.exampleData === true ? { profile: "", ...flags } : requireProfile(flags)),
    port,
  }),
};

function businessOptions(): readonly Option[] {
  return [
    new Option(
      "--port <number>",
      "Port to listen on, with buyers on the next one if it is free; 0 for any free port",
    )
      .argParser(parsePort)
      .default(DEFAULT_PORT),
    new Option(
      "--data <file>",
      "Products, prices, stock, codes, rates, customers and outcomes to use",
    ),
    new Option("--https", "Use TLS, with a certificate that is made for this machine"),
    new Option(
      "--seed <number>",
      "Generate the same ids for the same calls in the same order",
    ).argParser(parseSeed),
    offer(
      new Option("--fault <list>", `Faults to inject: ${FAULTS.join(",")} (repeatable)`).argParser(
        parseFaults,
      ),
      FAULTS,
    ),
    paymentOption(),
    new Option("--example-data", "Print the data used by default, to start a file for --data from"),
    new Option(
      "--mail <dir>",
      "Directory to write mail to (default: a directory that is removed at the end)",
    ),
    new Option(
      "--geo-ip <header>",
      "Header with the country of a caller's IP address (default: none is read)",
    ).argParser(parseHeaderName),
  ];
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed))
    throw new InvalidArgumentError("It must be a whole number.");
  return seed;
}

function parseHeaderName(text: string): string {
  // RFC 9110 §5.1.
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text))
    throw new InvalidArgumentError("It must be the name of a header.");
  return text;
}

function parseFaults(text: string, previous: readonly Fault[] = []): readonly Fault[] {
  const faults = parseNameList(text).map((name) => {
    const fault = FAULTS.find((each) => each === name);
    if (fault === undefined)
      throw new InvalidArgumentError(
        `${name} is not a fault: the faults are ${FAULTS.join(", ")}.`,
      );
    return fault;
  });
  return [...previous, ...faults];
}
