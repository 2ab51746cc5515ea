/** Explanations of the codes of the command line. */

import type { COMMAND_LINE_CODES } from "../../errors/codes/command-line.js";
import { commandLine, GENERATE } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";

export const COMMAND_LINE = {
  USAGE: {
    text: "An option is unknown, is missing its value, or conflicts with another, or there is an argument where none is accepted. The command line may mean something else than was intended, so nothing is read and nothing is written. If a name is nearly right, the message suggests the correct one.",
    wrong: { command: "proto-gen --profle ./profile.json" },
    right: { command: GENERATE },
  },
  USAGE_UNKNOWN_CAPABILITY: {
    text: "--capabilities selects from those that the profile declares, by name or name@version, and this is not one of them. For inspect, the capability in front of the type's name must also be active: list shows which are, and why the others are not.",
    wrong: { command: commandLine("", "--capabilities com.example.shop.chekout") },
    right: { command: commandLine("", "--capabilities com.example.shop.checkout") },
  },
  USAGE_UNKNOWN_TYPE: {
    text: "inspect shows a type that the generated code exports, by the name that it has there. A type without a capability is looked up in index.ts, one with a capability in that capability's module. The module exports no such type.",
    wrong: { command: commandLine("inspect com.example.shop.checkout.Chekout") },
    right: { command: commandLine("inspect com.example.shop.checkout.Checkout") },
  },
  USAGE_UNKNOWN_SCHEMA: {
    text: "resolve and validate take a file, optionally with a part of it after a #: a JSON pointer such as #/$defs/amount, or an anchor. The file exists, but has no such part. Names in $defs are case-sensitive.",
    wrong: { command: "proto-gen resolve ./schemas/checkout.json#/$defs/Amount" },
    right: { command: "proto-gen resolve ./schemas/checkout.json#/$defs/amount" },
  },
  USAGE_NO_RULES: {
    text: "A document that only holds $defs has no rules of its own, so it accepts every value, and validating against it would prove nothing. The message lists the types in its $defs: name the one that the payload is.",
    wrong: { command: "proto-gen validate ./payload.json --schema ./schemas/gift.json" },
    right: { command: "proto-gen validate ./payload.json --schema ./schemas/checkout.json" },
  },
  USAGE_UNKNOWN_VIEW: {
    text: "A schema has one view for responses, and one for each operation that its annotations or its services name. This schema does not mention the operation that --op names, so the result would be the view of another operation.",
    wrong: { command: "proto-gen resolve ./schemas/checkout.json --request --op crate" },
    right: { command: "proto-gen resolve ./schemas/checkout.json --request --op create" },
  },
  USAGE_UNKNOWN_PAYLOAD: {
    text: "validate recognizes a response by its protocol member, which lists its capabilities, and a profile by its declarations. This document is neither; a request is not recognized either. Name its type, or the schema to check it against.",
    wrong: { command: "proto-gen validate ./schemas/checkout.json" },
    right: { command: commandLine("validate ./payload.json", "--type Checkout") },
  },
  USAGE_OUT_NOT_DIRECTORY: {
    text: "Generated code has a directory of its own, from which the tool removes files that are no longer generated. So --out must not be a file, or a directory with a manifest.json that another program wrote. Nothing was written.",
    wrong: { command: commandLine("", "--out ./profile.json") },
    right: { command: commandLine("", "--out ./generated") },
  },
  USAGE_INIT: {
    text: "init fills a directory that is empty or does not exist yet, and never overwrites files. This one is a file, or contains something besides .git.",
    wrong: { command: "proto-gen init ./schemas" },
    right: { command: "proto-gen init ./shop" },
  },
  USAGE_INTO: {
    text: "scaffold writes TypeScript into one module of yours. The file that --into names has another extension, is a declaration file, is not a regular file, is not UTF-8, or is too large. It was not changed.",
    wrong: { command: commandLine("scaffold", "--into ./src/business.js") },
    right: { command: commandLine("scaffold", "--into ./src/business.ts") },
  },
  CONFIG_INVALID: {
    text: "A configuration may have the members that docs/guide/configuration.md lists, each with a value of its type. An unknown member is most often a misspelt one, so that it is an error rather than ignored. There must be one configuration in a directory, and two targets cannot have one output directory.",
    wrong: { file: "proto-gen.config.json", text: '{ "profil": "./profile.json" }\n' },
    right: { file: "proto-gen.config.json", text: '{ "profile": "./profile.json" }\n' },
  },
  CONFIG_FAILED: {
    text: "proto-gen.config.ts and .js are modules, which are run to read what they export. This one has a syntax error, imports what is not installed, or throws. Nothing was generated.",
    wrong: {
      file: "proto-gen.config.ts",
      text: "export default { profile: ./profile.json };\n",
    },
    right: {
      file: "proto-gen.config.ts",
      text: 'export default { profile: "./profile.json" };\n',
    },
  },
  PORT_UNAVAILABLE: {
    text: "mock and tokenizer listen on a port. Another program listens on this one, often an earlier run of the same command, or the port is below 1024 and reserved. With --port 0 the system chooses a free port, and the first lines of output name it.",
    untested: "It depends on what else runs on the machine.",
    wrong: { command: "proto-gen mock --profile ./profile.json --port 80" },
    right: { command: "proto-gen mock --profile ./profile.json --port 0" },
  },
  STORAGE_UNAVAILABLE: {
    text: "storage opens the database of a business or a platform that runs. There is none at this place, it has no tables of the runtime, its driver is not installed, or it does not answer. Nothing was created or changed.",
    untested: "It depends on the databases of the machine.",
    wrong: { command: "proto-gen storage --database ./shop.db" },
    right: { command: "proto-gen storage --database ./data/shop.db" },
  },
  PACKAGE_MISSING: {
    text: "scaffold adds handlers to a module of yours with ts-morph, which brings a TypeScript of its own. No other command needs it, so it is installed by those who use this one. The hint is the command of your package manager. Nothing was read and nothing was written.",
    untested: "It depends on what is installed.",
    wrong: { command: commandLine("scaffold", "--into ./src/business.ts") },
    right: {
      command: `npm install --save-dev ts-morph@28 && ${commandLine("scaffold", "--into ./src/business.ts")}`,
    },
  },
  FILE_NOT_FOUND: {
    text: "--profile and --platform take a file, --schemas a directory. There is none at this path, or it cannot be read. Paths are relative to the working directory, which for a script of package.json is the directory of that file.",
    wrong: { command: "proto-gen --profile ./profil.json" },
    right: { command: GENERATE },
  },
} satisfies Record<keyof typeof COMMAND_LINE_CODES, Explanation>;
