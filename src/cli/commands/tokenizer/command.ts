/** `proto-gen tokenizer`. */

import { InvalidArgumentError, Option } from "commander";
import type { CommandDefinition } from "../../define-command.js";
import { parsePort, type MessageFlags } from "../../shared-options.js";

export interface TokenizerFlags extends MessageFlags {
  readonly port: number;
  readonly policy: TokenizerPolicy;
  /** In minutes. */
  readonly ttl: number;
  readonly participant: string;
  /** The command makes a random token unless one is given. */
  readonly bearer?: string;
}

export const POLICIES = ["single_use", "ttl"] as const;
export type TokenizerPolicy = (typeof POLICIES)[number];

const DEFAULTS = { port: 8090, policy: "single_use", ttl: 15, participant: "business" } as const;
/** A day. */
const MAX_MINUTES = 1_440;

const FOOTER = `
Serves /tokenize and /detokenize (§4.6) for one business, on 127.0.0.1 and in memory,
to test platforms and businesses with. It accepts cards; send it test cards only.
mock serves such a tokenizer itself, at the base_url of the handler that it advertises.

Everyone may call /tokenize, pages of any origin too (CORS), and names the business
that the token is for as binding.identity.access_token. The business calls /detokenize
with the bearer token that is printed. A token is bound to its checkout and to the
business (§5.6).

It prints its address, both names, a call to try, and a line for each request. No
line has a card or a token.

Examples:
  A tokenizer at http://127.0.0.1:8090:
    $ proto-gen tokenizer
  In a test, with a bearer token that the business knows:
    $ proto-gen tokenizer --port 0 --bearer "$BEARER" --json

SIGINT and SIGTERM stop it with exit code 0. Other exit codes: see proto-gen --help.
`;

export const tokenizerCommand: CommandDefinition<TokenizerFlags> = {
  name: "tokenizer",
  description: "Serve a tokenizer on this machine, to test payment handlers with",
  usage: "[options]",
  options: [{ heading: "Tokenizer:", options: tokenizerOptions() }],
  messages: {
    json: "Print one line of JSON for the start and for each request",
    quiet: "Print nothing but errors, and with --json the line for the start",
  },
  footer: FOOTER,
  parse: (flags) => ({ ...DEFAULTS, ...flags }),
};

function tokenizerOptions(): readonly Option[] {
  return [
    new Option("--port <number>", "Port to listen on; 0 for any free port")
      .argParser(parsePort)
      .default(DEFAULTS.port),
    new Option("--policy <name>", "How long a token lives (§2.10): for one use, or for its time")
      .choices(POLICIES)
      .default(DEFAULTS.policy),
    new Option("--ttl <minutes>", "Time that a token lives at most")
      .argParser(parseMinutes)
      .default(DEFAULTS.ttl),
    new Option("--participant <name>", "Access token that names the business in a binding")
      .argParser(parseToken)
      .default(DEFAULTS.participant),
    new Option(
      "--bearer <token>",
      "Bearer token of the business (default: a random one, which is printed)",
    ).argParser(parseToken),
  ];
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!/^\d{1,4}$/.test(text) || minutes < 1 || minutes > MAX_MINUTES)
    throw new InvalidArgumentError(`It must be a number of minutes from 1 to ${MAX_MINUTES}.`);
  return minutes;
}

/** RFC 6750 §2.1. */
function parseToken(text: string): string {
  if (!/^[\w\-.~+/]{1,512}=*$/.test(text))
    throw new InvalidArgumentError("It must be letters, digits and - . _ ~ + / alone.");
  return text;
}
