/** Codes of the command line. */

import { defineCodes } from "../code.js";

export const COMMAND_LINE_CODES = defineCodes({
  USAGE: {
    exit: 2,
    summary: "The command line is not one this tool understands.",
    hint: "proto-gen --help shows the options",
  },
  USAGE_UNKNOWN_CAPABILITY: {
    exit: 2,
    summary: "The command line names a capability that the profile does not have.",
    hint: "proto-gen takes name or name@version, as the profile declares them",
  },
  USAGE_UNKNOWN_TYPE: {
    exit: 2,
    summary: "The command line names a type that the module does not export.",
    hint: "proto-gen inspect takes <capability>.<TypeName>, or <TypeName> for the negotiated surface",
  },
  USAGE_UNKNOWN_SCHEMA: {
    exit: 2,
    summary: "The command line names a part of a schema document that is not there.",
  },
  USAGE_UNKNOWN_VIEW: {
    exit: 2,
    summary: "The command line names an operation or direction that the schema has no view for.",
  },
  USAGE_UNKNOWN_PAYLOAD: {
    exit: 2,
    summary: "Neither a payload nor the command line says what it is.",
    hint: "name its type with --type and --profile, or its schema with --schema",
  },
  USAGE_OUT_NOT_DIRECTORY: {
    exit: 2,
    summary: "--out names something that is not a directory.",
    hint: "give --out a directory that is empty, absent, or written by an earlier run",
  },
  USAGE_INIT: {
    exit: 2,
    summary: "init names no directory that it may fill.",
    hint: "name a directory that is empty or not there, for example proto-gen init shop",
  },
  USAGE_INTO: {
    exit: 2,
    summary: "--into names something that takes no handlers.",
    hint: "give --into a TypeScript module, or the name that it is to have: src/business.ts",
  },
  FILE_NOT_FOUND: {
    exit: 2,
    summary: "A file named on the command line does not exist or cannot be read.",
    hint: "check the path; it is relative to the working directory",
  },
});
