/** `proto-gen storage`. */

import { InvalidArgumentError, Option } from "commander";
import { failure } from "../../../errors.js";
import type { CommandDefinition } from "../../define-command.js";
import type { MessageFlags } from "../../shared-options.js";

export interface StorageFlags extends MessageFlags {
  /** A SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  readonly prefix: string;
  /** Names of workers beside those of the runtime. */
  readonly worker: readonly string[];
  readonly limit: number;
  readonly revive: readonly string[];
  readonly discard: readonly string[];
}

const DEFAULTS = { prefix: "proto_", worker: [], limit: 100, revive: [], discard: [] } as const;
const MAX_LIMIT = 10_000;

const FOOTER = `
Reads the storage of a business or a platform that runs: how many tasks wait, run or
are dead, which dead tasks there are, and the payments of which nobody knows whether
there was a charge. Tasks are webhooks to send, webhooks received, payments to release
or to capture, and those of your own workers, which --worker names.

A dead task is one that failed until it was given up. --revive has it done once more;
--discard forgets it. Both take the id that the list shows. A payment is released by
the business itself, again and again until that succeeds: find out from your payment
provider why it does not.

Examples:
  What a SQLite storage has:
    $ proto-gen storage --database ./data/shop.db
  What a PostgreSQL storage has, with the tasks of a worker named confirmation:
    $ proto-gen storage --database "$DATABASE_URL" --worker confirmation
  Send a webhook again that was given up:
    $ proto-gen storage --database ./data/shop.db --revive '["order_1",1]'

A URL needs the package pg or postgres in your project, and a file node:sqlite or
libsql. Exit codes: 1 if there is no such dead task; others: see proto-gen --help.
`;

export const storageCommand: CommandDefinition<StorageFlags> = {
  name: "storage",
  description: "Show waiting and dead tasks and unsettled payments of a storage",
  usage: "--database FILE|URL [options]",
  options: [{ heading: "Storage:", options: storageOptions() }],
  footer: FOOTER,
  parse(flags) {
    const { database } = flags;
    if (database === undefined)
      throw failure("USAGE", "--database is missing", {
        hint: "proto-gen storage --database ./data/shop.db",
      });
    return { ...DEFAULTS, ...flags, database };
  },
};

function storageOptions(): readonly Option[] {
  return [
    new Option(
      "--database <where>",
      "The storage: a SQLite file, or the URL of a PostgreSQL database",
    ),
    new Option("--prefix <text>", `Prefix of the tables in PostgreSQL (${DEFAULTS.prefix})`),
    new Option("--worker <name>", "Name of a worker of your own; may be repeated").argParser(addTo),
    new Option(
      "--limit <number>",
      `How many dead tasks and payments are listed (${DEFAULTS.limit})`,
    ).argParser(parseLimit),
    new Option("--revive <id>", "Has a dead task done once more; may be repeated").argParser(addTo),
    new Option("--discard <id>", "Forgets a dead task; may be repeated").argParser(addTo),
  ];
}

function addTo(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_LIMIT}.`);
}
