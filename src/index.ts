/** The generator as a library: a profile and its schemas in, the files of the generated tree out. */

export { generate } from "./generate.js";
export type { GenerateOptions, Generation } from "./generate.js";
export { ProtoGenError } from "./errors.js";
export type { Code, Diagnostic, ExitCode, Place } from "./errors.js";
export { parseRoot } from "./load/roots.js";
export type { SchemaRoot } from "./load/roots.js";
export type { OutputFile } from "./emit/output-file.js";
export { writeTree } from "./write/write-tree.js";
