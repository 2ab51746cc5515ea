/** The shapes that `--json` prints. In: what a run did. Out: plain data; member names are a contract. */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { Diagnostic } from "../errors.js";
import type { Entry } from "../explain/catalog.js";
import type { RuleEntry } from "./explain/rule-entries.js";
import type { Finding } from "../write/check-tree.js";
import type { WriteResult } from "../write/write-tree.js";

export interface DiagnosticReport {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly related?: readonly (PlaceReport & { readonly message: string })[];
  readonly hint?: string;
}

export interface FailureReport {
  readonly ok: false;
  readonly diagnostics: readonly DiagnosticReport[];
}

interface AgreementReport {
  readonly active: readonly { readonly name: string; readonly version: string }[];
  readonly excluded: readonly {
    readonly name: string;
    readonly reason: string;
    readonly detail: string;
  }[];
}

export interface WriteReport extends AgreementReport {
  readonly ok: true;
  readonly out: string;
  readonly dryRun?: boolean;
  readonly files: WriteResult;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface CheckReport extends AgreementReport {
  readonly ok: boolean;
  readonly out: string;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export function failureReport(diagnostics: readonly Diagnostic[]): FailureReport {
  return { ok: false, diagnostics: diagnostics.map(diagnosticReport) };
}

export function diagnosticReport({
  code,
  message,
  place,
  related = [],
  hint,
}: Diagnostic): DiagnosticReport {
  const others = related.map(({ message: said, place: at }) => ({ message: said, ...at }));
  return {
    code,
    message,
    ...place,
    ...(others.length === 0 ? {} : { related: others }),
    ...(hint === undefined ? {} : { hint }),
  };
}

export function agreementReport({ capabilities, excluded }: Agreement): AgreementReport {
  return {
    active: capabilities.map(({ name, version }) => ({ name, version })),
    excluded: excluded.map(({ name, reason, detail }) => ({ name, reason, detail })),
  };
}

/** `proto-gen scaffold --json`. */
export interface ScaffoldReport {
  /** False where `--check` found handlers missing. */
  readonly ok: boolean;
  readonly into: string;
  readonly dryRun?: boolean;
  /** All that the profile needs. */
  readonly handlers: readonly string[];
  /** Those that were missing; with `--check` and `--dry-run` they still are. */
  readonly added: readonly string[];
  /** Those that are there for no operation of the profile. */
  readonly gone: readonly string[];
  readonly diagnostics: readonly DiagnosticReport[];
}

/** `proto-gen explain --json`: all codes and rules, or the one that was asked for. */
export interface ExplainReport {
  readonly ok: true;
  readonly codes: readonly Entry[];
  readonly rules: readonly RuleEntry[];
}

/** `proto-gen list --json`. */
export interface ListReport {
  readonly ok: true;
  /** The profile's member and the version it declares. */
  readonly protocol: { readonly name: string; readonly version: string };
  readonly active: readonly CapabilityReport[];
  readonly excluded: AgreementReport["excluded"];
  readonly services: readonly ServiceReport[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface CapabilityReport {
  readonly name: string;
  readonly version: string;
  /** A container is a root whose shapes differ by operation. */
  readonly kind: "root" | "container" | "extension";
  readonly extends: readonly string[];
  readonly specification?: string;
}

export interface ServiceReport {
  readonly name: string;
  readonly version: string;
  readonly endpoints: readonly {
    readonly transport: string;
    readonly version: string;
    readonly endpoint?: string;
  }[];
  readonly operations: readonly OperationReport[];
  readonly webhooks: readonly WebhookReport[];
  /** Operations of the service's documents that the profile does not have. */
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

export interface OperationReport {
  readonly id: string;
  readonly verb: string;
  readonly capability: string;
  readonly deprecated: boolean;
  /** Types by their names in `index.ts`; no request where nothing is sent. */
  readonly request?: string;
  readonly response?: string;
  readonly rest?: { readonly method: string; readonly path: string; readonly success: number };
  /** `bytes` of the descriptor, as `tools/list` sends it to every agent. */
  readonly mcp?: { readonly tool: string; readonly bytes: number };
}

export interface WebhookReport {
  readonly name: string;
  readonly id: string;
  readonly capability: string;
  readonly method: string;
  readonly request?: string;
}

/** `proto-gen inspect --json`. */
export interface InspectReport {
  readonly ok: true;
  /** As the module exports it. */
  readonly name: string;
  /** Path below the output directory. */
  readonly module: string;
  /** Where it is declared, if the module only hands it on. */
  readonly declaredIn?: { readonly module: string; readonly name: string };
  readonly kind: TypeKind;
  /** In TypeScript; for an object its members say more. */
  readonly type?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  /** Whether an object may have other members. */
  readonly open?: boolean;
  readonly specification?: string;
  /** The capabilities whose schemas are composed in it, the root first. */
  readonly capabilities: readonly ContributorReport[];
  /** Where its schema stands; a composition has none of its own. */
  readonly place?: PlaceReport;
  readonly members: readonly MemberReport[];
  readonly branches?: readonly BranchReport[];
  readonly values?: readonly unknown[];
  readonly views: readonly ViewReport[];
  readonly diagnostics: readonly DiagnosticReport[];
}

/** A map is an object without members of its own. */
export type TypeKind = "object" | "map" | "array" | "union" | "enum" | "alias" | "value";

export interface ContributorReport {
  readonly name: string;
  readonly version: string;
  readonly specification?: string;
}

export interface PlaceReport {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

/** A schema that declares a member. */
export interface DeclarationReport extends PlaceReport {
  /** Null for a shared schema, which belongs to no capability. */
  readonly capability: string | null;
}

export interface MemberReport {
  /** `buyer.consent`; `*` for the items of an array or the values of a map. */
  readonly path: string;
  readonly required: boolean;
  /** The schema that requires it, where that is another capability's than the one that introduced it. */
  readonly requiredBy?: DeclarationReport;
  readonly type: string;
  readonly deprecated: boolean;
  /** The schemas that declare it, first the one that introduced it. */
  readonly declared: readonly [DeclarationReport, ...DeclarationReport[]];
}

export interface BranchReport {
  readonly type: string;
  /** The member that tells the branches apart, and what it is in this one. */
  readonly tag?: { readonly name: string; readonly values: readonly unknown[] };
}

export interface ViewReport {
  /** `response`, `request.create`; `request` for a view that all requests share. */
  readonly view: string;
  readonly type: string;
  readonly members: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly type: string;
  }[];
}

/** `proto-gen validate --json`. */
export interface ValidateReport {
  /** The payload is valid. */
  readonly ok: boolean;
  readonly payload: string;
  /** The type or schema that it was validated against. */
  readonly against: string;
  readonly issues: readonly IssueReport[];
  /** There are more issues, which are not shown. */
  readonly more: boolean;
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface IssueReport {
  /** The keyword of JSON Schema that is broken. */
  readonly code: string;
  /** RFC 6901; of the missing member, where one is missing. */
  readonly pointer: string;
  /** RFC 9535. */
  readonly path: string;
  readonly message: string;
  /** Null for a rule of no capability. */
  readonly capability: string | null;
  /** In the payload. */
  readonly place: PlaceReport;
  /** In the schema; left out for a rule that no author wrote. */
  readonly rule?: PlaceReport;
}

/** `proto-gen release --json`. */
export interface ReleaseReport {
  readonly ok: true;
  /** The date. */
  readonly release: string;
  readonly directory: string;
  readonly dryRun?: boolean;
  /** Below the directory, sorted; the manifest goes with them. */
  readonly files: readonly string[];
}

/** `proto-gen lint --format json`. */
export interface LintCommandReport {
  /** No error was found. */
  readonly ok: boolean;
  readonly releases: readonly { readonly directory: string; readonly documents: number }[];
  /** By file and line. */
  readonly findings: readonly LintFindingReport[];
  /** Files with so much wrong that not all of it is among the findings. */
  readonly more: readonly string[];
  /** Files that `--fix` wrote. */
  readonly fixed?: readonly string[];
  readonly diagnostics: readonly DiagnosticReport[];
}

export interface LintFindingReport {
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
  readonly hint?: string;
  readonly related: readonly (PlaceReport & { readonly message: string })[];
  /** The same from run to run, while lines move. */
  readonly fingerprint: string;
}
