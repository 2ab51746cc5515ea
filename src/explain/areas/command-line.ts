/** Codes of the command line: what was typed does not say what to do. */

import type { COMMAND_LINE_CODES } from "../../errors/codes/command-line.js";
import { commandLine, GENERATE } from "../commands.js";
import type { Explanation } from "../../findings/explanation.js";

export const COMMAND_LINE = {
  USAGE: {
    text: "An option is not known, lacks its value or goes ill with another, or a word stands where none is taken. The line may mean something else than was typed, so that nothing is read and nothing is written. A name that is nearly right is suggested.",
    wrong: { command: "proto-gen --profle ./profile.json" },
    right: { command: GENERATE },
  },
  USAGE_UNKNOWN_CAPABILITY: {
    text: "--capabilities chooses among those that the profile declares, by name or name@version, and this is none of them. For inspect, the capability before the type's name has to be active as well: list shows which are, and why the rest is not.",
    wrong: { command: commandLine("", "--capabilities com.example.shop.chekout") },
    right: { command: commandLine("", "--capabilities com.example.shop.checkout") },
  },
  USAGE_UNKNOWN_TYPE: {
    text: "inspect shows a type that generated code exports, by the name that code calls it. A type alone is looked for in index.ts, one behind a capability in the module of that capability. This module exports no such type.",
    wrong: { command: commandLine("inspect com.example.shop.checkout.Chekout") },
    right: { command: commandLine("inspect com.example.shop.checkout.Checkout") },
  },
  USAGE_UNKNOWN_SCHEMA: {
    text: "resolve and validate take a file, and behind a # a part of it: a JSON pointer such as #/$defs/amount, or an anchor. The file is there, but it has no such part. Names of $defs are case-sensitive.",
    wrong: { command: "proto-gen resolve ./schemas/checkout.json#/$defs/Amount" },
    right: { command: "proto-gen resolve ./schemas/checkout.json#/$defs/amount" },
  },
  USAGE_UNKNOWN_VIEW: {
    text: "A schema has a view for each operation that its annotations or its services name, and one for responses. This schema says nothing of the operation that --op names, so that the answer would be that of another.",
    wrong: { command: "proto-gen resolve ./schemas/checkout.json --request --op crate" },
    right: { command: "proto-gen resolve ./schemas/checkout.json --request --op create" },
  },
  USAGE_UNKNOWN_PAYLOAD: {
    text: "A response says by its protocol member which capabilities it has, and a profile what it declares: validate needs nothing else for these. This document is neither, as a request is not either. Name its type, or the schema that it is to satisfy.",
    wrong: { command: "proto-gen validate ./schemas/checkout.json" },
    right: { command: commandLine("validate ./payload.json", "--type Checkout") },
  },
  USAGE_OUT_NOT_DIRECTORY: {
    text: "Generated code is a directory of its own, whose files the tool removes once they are no longer generated. So it takes no file, and no directory with a manifest.json that another program wrote. Nothing was written.",
    wrong: { command: commandLine("", "--out ./profile.json") },
    right: { command: commandLine("", "--out ./generated") },
  },
  USAGE_INIT: {
    text: "init fills a directory that is empty or is not there, and writes over nobody's files. This one is a file, or has something in it beside .git.",
    wrong: { command: "proto-gen init ./schemas" },
    right: { command: "proto-gen init ./shop" },
  },
  USAGE_INTO: {
    text: "scaffold writes TypeScript, into one module of yours. What --into names has another ending, is a declaration file, no file at all, not UTF-8, or too large. It was not touched.",
    wrong: { command: commandLine("scaffold", "--into ./src/business.js") },
    right: { command: commandLine("scaffold", "--into ./src/business.ts") },
  },
  FILE_NOT_FOUND: {
    text: "--profile and --platform name a file, --schemas a directory. There is none at this path, or it may not be read. Paths are relative to the directory in which the command runs, also in a script of package.json: there it is that of package.json.",
    wrong: { command: "proto-gen --profile ./profil.json" },
    right: { command: GENERATE },
  },
} satisfies Record<keyof typeof COMMAND_LINE_CODES, Explanation>;
