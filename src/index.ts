/**
 * The generator as a library: a profile and its schemas in, the files of the generated tree out; or one
 * schema or type in, plain JSON Schema or a validator out; or two releases in, their changes out.
 */

export { diff } from "./diff/compare.js";
export type { DiffOptions } from "./diff/compare.js";
export type { Change, Comparison, Level, Role, SideSummary } from "./diff/change.js";
export type { SideChoice } from "./diff/side.js";
export type { ReleaseFile } from "./load/release.js";
export { generate } from "./generate.js";
export type { GenerateOptions, Generation } from "./generate.js";
export { compileValidator } from "./validate/compile-validator.js";
export type { CompiledValidator } from "./validate/compile-subject.js";
export { resolve } from "./resolve/resolve.js";
export type { SchemaOptions, SubjectOptions, TypeOptions } from "./resolve/resolve.js";
export type { DocumentOptions } from "./resolve/schema-document.js";
export { lint } from "./lint/lint.js";
export type { LintOptions, LintReport, RuleSetting } from "./lint/lint.js";
export type { Finding, FindingRule, Severity } from "./findings/finding.js";
export { ProtoGenError } from "./errors.js";
export type { DiagnosticCode, Diagnostic, ExitCode, SourceLocation } from "./errors.js";
export type { AcceptedFinding } from "./review/accepted-findings.js";
export { httpsFetch } from "./load/fetch-remote.js";
export type { FetchedDocument, RemoteOptions } from "./load/remote.js";
export { parseRoot } from "./load/schema-root.js";
export type { GivenRoot, SchemaRoot } from "./load/schema-root.js";
export type { OutputFile } from "./emit/output-file.js";
export type { Emitter } from "./emit/emitter.js";
export { writeLock } from "./write/write-lock.js";
export { writeTree } from "./write/write-tree.js";
