/** Codes of the command line. */

import { defineCodes } from "../code.js";

export const COMMAND_LINE_CODES = defineCodes({
  USAGE: {
    exit: 2,
    summary: "The command line is invalid.",
    hint: "proto-gen --help shows the options",
  },
  USAGE_UNKNOWN_CAPABILITY: {
    exit: 2,
    summary: "The command line names a capability that the profile does not have.",
    hint: "use name or name@version, as the profile declares them",
  },
  USAGE_UNKNOWN_TYPE: {
    exit: 2,
    summary: "The command line names a type that the module does not export.",
    hint: "proto-gen inspect takes <capability>.<TypeName>, or <TypeName> for the negotiated surface",
  },
  USAGE_UNKNOWN_SCHEMA: {
    exit: 2,
    summary: "The command line names a part of a schema document that does not exist.",
  },
  USAGE_NO_RULES: {
    exit: 2,
    summary: "The schema to validate against has no rules, so any payload would be valid.",
  },
  USAGE_UNKNOWN_VIEW: {
    exit: 2,
    summary: "The command line names an operation or direction that the schema has no view for.",
  },
  USAGE_UNKNOWN_PAYLOAD: {
    exit: 2,
    summary: "The type of a payload cannot be determined.",
    hint: "name its type with --type and --profile, or its schema with --schema",
  },
  USAGE_OUT_NOT_DIRECTORY: {
    exit: 2,
    summary: "--out does not name a directory for generated code.",
    hint: "name a directory that is empty, does not exist yet, or was written by an earlier run",
  },
  USAGE_INIT: {
    exit: 2,
    summary: "init needs a directory that is empty or does not exist yet.",
    hint: "name a new or empty directory, for example proto-gen init shop",
  },
  USAGE_INTO: {
    exit: 2,
    summary: "--into does not name a module that handlers can be written to.",
    hint: "name a TypeScript module, existing or new, for example src/business.ts",
  },
  CONFIG_INVALID: {
    exit: 2,
    summary: "The configuration has a member that does not exist, or a value that it cannot have.",
    hint: "proto-gen/config has the types of all members: defineConfig({ ... })",
  },
  CONFIG_FAILED: {
    exit: 2,
    summary: "The configuration is a module that cannot be run.",
    hint: "run it by itself to see the whole error, for example with npx jiti FILE",
  },
  PORT_UNAVAILABLE: {
    exit: 2,
    summary: "A command cannot listen on its port.",
    hint: "choose another --port; 0 picks a free one",
  },
  STORAGE_UNAVAILABLE: {
    exit: 2,
    summary: "A storage cannot be opened or read.",
    hint: "check --database: a SQLite file, or a PostgreSQL URL, that a business or platform runs on",
  },
  PACKAGE_MISSING: {
    exit: 2,
    summary: "A command needs a package that is not installed with proto-gen.",
  },
  FILE_NOT_FOUND: {
    exit: 2,
    summary: "A file named on the command line does not exist or cannot be read.",
    hint: "check the path; it is relative to the working directory",
  },
});
