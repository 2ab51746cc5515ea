/**
 * The one table of codes. In: a code and what happened. Out: a diagnostic that reads
 * `CODE: what, where, why`, points at the author's JSON and says the fix.
 */

/** 0 ok, 1 findings, 2 usage, 3 schema or composition, 4 refused source, 70 internal. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70;

interface CodeEntry {
  readonly exit: ExitCode;
  readonly summary: string;
  readonly hint?: string;
}

function codes<Code extends string>(table: Record<Code, CodeEntry>): Record<Code, CodeEntry> {
  return table;
}

export const CODES = codes({
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
  JSON_SYNTAX: {
    exit: 3,
    summary: "A document is not strict JSON (RFC 8259).",
    hint: "correct the text at this place; comments and trailing commas are not JSON",
  },
  JSON_DUPLICATE_KEY: {
    exit: 3,
    summary: "An object has the same key twice.",
    hint: "keep one of the two members",
  },
  JSON_ENCODING: {
    exit: 3,
    summary: "A document is not UTF-8 without a byte-order mark (RFC 8259 §8.1).",
    hint: "save the file as UTF-8 without a byte-order mark",
  },
  PAYLOAD_JSON: {
    exit: 1,
    summary: "A payload to validate is not strict JSON (RFC 8259).",
    hint: "correct the text at this place; every reader must take it for the same value",
  },
  LOAD_TOO_LARGE: {
    exit: 4,
    summary: "A document, or what stands in the documents of a run, exceeds a budget.",
    hint: "split it, or remove what it does not need",
  },
  LOAD_LOCK_CHANGED: {
    exit: 4,
    summary: "A fetched document is not what the lock file says.",
    hint: "look at what changed, then fetch it without --frozen and commit the lock file",
  },
  LOAD_LOCK_INVALID: {
    exit: 4,
    summary: "The lock file, or a document that it names, is not as it was written.",
    hint: "take it from version control, or remove it and fetch again with --fetch",
  },
  LOAD_REACH_REFUSED: {
    exit: 4,
    summary: "A document from elsewhere leads to, or calls itself, what is not its author's.",
    hint: "refer to your own origin, to what the capability extends, or to the protocol's schemas",
  },
  LOAD_SKIPPED: {
    exit: 0,
    summary:
      "A file below a schema directory is not read: it is no regular file of that directory.",
    hint: "put the document itself there, or remove it",
  },
  LOAD_SCHEMA_UNRESOLVED: {
    exit: 3,
    summary: "No source holds the schema that a declaration names.",
    hint: "bring it with --schemas DIR=URL-PREFIX, or fetch it with --fetch",
  },
  LOAD_EMPTY_RELEASE: {
    exit: 3,
    summary: "A side of a comparison holds no JSON document.",
    hint: "name the directory of a release: the one that its schemas stand below",
  },
  LOAD_STALE_MANIFEST: {
    exit: 3,
    summary: "A manifest's inputs are not what they were when it was written.",
    hint: "generate again, or compare with the release as it was: git:REF:path",
  },
  LOAD_REF_UNRESOLVED: {
    exit: 3,
    summary: "A $ref names a document, anchor or pointer that does not exist.",
    hint: "correct the reference, or add what it names",
  },
  LOAD_REF_BY_PLACE: {
    exit: 0,
    summary: "A $ref resolves only against the place of the file, not against its $id.",
  },
  LOAD_HANDLER_UNRESOLVED: {
    exit: 0,
    summary: "No source holds a payment handler's schema; its config stays open.",
  },
  PROFILE_NO_PROTOCOL_MEMBER: {
    exit: 3,
    summary: "A profile has no member with `version` and `capabilities` or `services` (§2.1).",
    hint: 'wrap the registries in one member, named like the protocol: { "proto": { "version": ..., "capabilities": ... } }',
  },
  PROFILE_INVALID: {
    exit: 3,
    summary: "A profile's member has the wrong shape (§2.1).",
    hint: "§2.1 shows both shapes of the registries",
  },
  PROFILE_ENDPOINT: {
    exit: 4,
    summary: "A service's endpoint is not an https URL (§2.1.1).",
    hint: "write https://host/path, as the business serves it",
  },
  PROFILE_ENDPOINT_SLASH: {
    exit: 0,
    summary: "A service's endpoint ends in a slash; paths are appended to it (§2.1.1).",
    hint: "remove the slash at its end",
  },
  SERVICE_INVALID: {
    exit: 3,
    summary:
      "A service document is not OpenAPI 3.1 or OpenRPC 1, or a part of it has the wrong shape.",
    hint: "see OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0) or OpenRPC (https://spec.open-rpc.org)",
  },
  SERVICE_SCHEMA_UNRESOLVED: {
    exit: 3,
    summary: "A service document names a schema that does not exist.",
    hint: "correct the reference, or add what it names",
  },
  SERVICE_UNKNOWN_VERB: {
    exit: 3,
    summary: "An operation's name says nothing of what it does, so that its views are not known.",
  },
  SERVICE_DUPLICATE_ROUTE: {
    exit: 3,
    summary: "Two operations have one path and method.",
    hint: "give one of them another path or method; the names of path parameters tell no paths apart",
  },
  SERVICE_DUPLICATE_OPERATION: {
    exit: 3,
    summary: "Two operations have one name.",
    hint: "rename one of the two",
  },
  SERVICE_INLINE_FIELDS: {
    exit: 0,
    summary: "A service document enumerates fields inline (§2.1.1).",
    hint: "put the schema in a file of its own and refer to it",
  },
  SERVICE_NOT_JSON: {
    exit: 0,
    summary: "A body of a service document is not JSON, or has no schema: nothing is made of it.",
    hint: "all bodies are JSON (§4.2): give it a schema below content/application~1json",
  },
  SERVICE_ENDPOINT_UNUSED: {
    exit: 0,
    summary: "Two bindings of one service and transport have different endpoints: one is called.",
    hint: "give both one endpoint, or make a service of its own of what is elsewhere",
  },
  AUTHORITY_MISMATCH: {
    exit: 4,
    summary:
      "The host of a spec or schema URL is not the authority of the name it declares (§1.9).",
    hint: "serve the document from the host that the name is derived from",
  },
  AUTHORITY_INVALID_URL: {
    exit: 4,
    summary: "A spec or schema URL is not a plain https URL (§1.9).",
    hint: "use https://host/path with a host name of your own and without port or user information",
  },
  SCHEMA_INVALID: {
    exit: 3,
    summary: "A schema is not JSON Schema 2020-12.",
    hint: "see the keyword in JSON Schema 2020-12 (https://json-schema.org/draft/2020-12)",
  },
  SCHEMA_VISIBILITY: {
    exit: 3,
    summary:
      "A visibility annotation has a value that is none of omit, required, optional, or a transition between them.",
    hint: "write omit, required or optional, or one of them for each operation",
  },
  SCHEMA_PATTERN: {
    exit: 3,
    summary: "A pattern is no ECMA-262 regular expression, or can backtrack for too long.",
    hint: "correct the expression; it is read with the u flag",
  },
  NEGOTIATE_CYCLE: { exit: 3, summary: "Capabilities extend each other in a circle." },
  NEGOTIATE_PRUNED: { exit: 0, summary: "A capability is not part of the active set (§9.3)." },
  NEGOTIATE_EMPTY: {
    exit: 3,
    summary: "Negotiation leaves no capability.",
    hint: "declare a root capability on both sides, in a common version",
  },
  COMPOSE_UNKNOWN_PARENT: {
    exit: 3,
    summary: "A capability extends one that no capability declares.",
  },
  COMPOSE_WEAKENS_BASE: {
    exit: 3,
    summary: "An extension removes or relaxes a member that its base requires.",
    hint: "leave the member as the base has it; an extension may only add or narrow",
  },
  COMPOSE_NO_SHAPE: {
    exit: 3,
    summary: "An extension of a container mirrors none of its shapes.",
    hint: "name its $defs like the container's: {operation}_{direction}",
  },
  COMPOSE_CLOSED_ENUM: {
    exit: 3,
    summary: "An extension adds values to an enum that its release does not leave open.",
  },
  COMPOSE_NOTHING: { exit: 0, summary: "An extension adds nothing to any active root." },
  COMPOSE_CONFLICT: {
    exit: 0,
    summary: "Two schemas for one member do not merge; their intersection is used.",
    hint: "name the members one by one, or say it in one of the two schemas",
  },
  COMPOSE_UNSATISFIABLE: {
    exit: 0,
    summary: "No value can satisfy the composition at this place.",
    hint: "let both allow a common value, or give one of the two members another name",
  },
  MODEL_RECURSION: {
    exit: 3,
    summary: "A schema refers to itself in place, so it never reaches a rule.",
    hint: "break the circle of $ref or allOf",
  },
  NAME_CLASH: {
    exit: 3,
    summary: "Two types have one name, even after qualification.",
    hint: "rename one of the two files or $defs entries",
  },
  MODEL_TOO_LARGE: {
    exit: 3,
    summary: "Composed, the schemas of a run have too many types and members.",
  },
  EMIT_TOO_LARGE: { exit: 3, summary: "The files of a run would be too large." },
  EMIT_TOOL_TOO_LARGE: {
    exit: 3,
    summary: "A schema exceeds its size limit when each type is written out where it is used.",
    hint: "let its types refer to each other less, or describe less in it",
  },
  SCAFFOLD_NOTHING: {
    exit: 3,
    summary: "There is no operation to write handlers for.",
    hint: "declare a service in the profile, with the capabilities that it is about (§2.1)",
  },
  SCAFFOLD_SYNTAX: {
    exit: 2,
    summary: "The user's module is not TypeScript.",
    hint: "correct the code at this place, and run again; nothing was written",
  },
  SCAFFOLD_NO_PLACE: {
    exit: 2,
    summary: "The user's module has no object that handlers can be added to, or several.",
  },
  SCAFFOLD_UNKNOWN_SPREAD: {
    exit: 2,
    summary: "A part of the handlers brings members that cannot be read.",
    hint: "give it a type that names them; types of other modules are read where these are installed and generated",
  },
  SCAFFOLD_UNCERTAIN: {
    exit: 0,
    summary: "A handler comes from an optional or conditional part.",
    hint: "write it where it is always there",
  },
  SCAFFOLD_GONE: {
    exit: 0,
    summary: "A handler's operation is not in the profile any more.",
    hint: "remove it if nothing else calls it; the tool does not",
  },
  SCAFFOLD_PRETTIER: {
    exit: 0,
    summary:
      "The project's configuration of prettier cannot be used; what is new has prettier's own style.",
  },
  SCAFFOLD_MISSING: {
    exit: 1,
    summary: "Handlers are missing in the user's module.",
    hint: "run proto-gen scaffold without --check, and write them",
  },
  MOCK_UNKNOWN_CAPABILITY: {
    exit: 2,
    summary: "The business of mock cannot serve a capability that it does not know.",
    hint: "name those that it is to have with --capabilities",
  },
  MOCK_NOTHING: {
    exit: 3,
    summary: "There is no operation to serve.",
    hint: "declare a service in the profile, with the capabilities that it is about (§2.1)",
  },
  MOCK_MAIL: {
    exit: 2,
    summary: "mock cannot put its mail where --mail says.",
    hint: "give --mail a directory that is not there yet, or that can be written",
  },
  MOCK_PORT: {
    exit: 2,
    summary: "mock cannot listen on its port.",
    hint: "give --port another number; 0 takes one that is free",
  },
  DIFF_UNKNOWN_SIDE: {
    exit: 2,
    summary: "The command line names no release, directory or manifest to compare.",
    hint: "name a release, a directory of schemas, git:REF:PATH, or a manifest.json that a run has written",
  },
  DIFF_UNKNOWN_RULE: {
    exit: 2,
    summary: "--level names a rule or a level that there is not.",
  },
  DIFF_GIT_REPOSITORY: {
    exit: 2,
    summary: "git:REF:PATH is used where there is no git repository, or no git.",
    hint: "run the command in a clone of the repository, or name a directory",
  },
  DIFF_GIT_REF: {
    exit: 2,
    summary: "git:REF:PATH names no commit of the repository.",
    hint: "git log --oneline --all shows the commits; in CI, fetch the history, too",
  },
  DIFF_GIT_PATH: {
    exit: 2,
    summary: "git:REF:PATH names no directory of the commit.",
    hint: "PATH starts at the top of the repository; git ls-tree REF shows what is there",
  },
  DIFF_IGNORE_INVALID: {
    exit: 2,
    summary: "The file of ignored changes has the wrong shape.",
    hint: 'an entry is { "change": "<fingerprint>", "reason": "...", "until": "2026-11-20" }',
  },
  DIFF_IGNORE_EXPIRED: {
    exit: 0,
    summary: "An ignored change is not ignored any more, since its last day is over.",
    hint: "mend what has changed, or give the entry a later day and a reason for it",
  },
  DIFF_IGNORE_UNUSED: {
    exit: 0,
    summary: "An entry of the file of ignored changes is about no change that there is.",
    hint: "remove the entry",
  },
  RELEASE_UNREADABLE: {
    exit: 3,
    summary: "The directory of a release cannot be read, or holds no JSON document.",
    hint: "name a directory of schemas that may be read, for example schemas/draft",
  },
  RELEASE_ALTERED: {
    exit: 1,
    summary: "A released file is not what was released.",
    hint: "git restore brings it back; what is to change goes into the next release",
  },
  RELEASE_UNSEALED: {
    exit: 0,
    summary:
      "A released directory has no manifest, so that nobody can tell whether it was changed.",
    hint: "proto-gen release writes one with each release",
  },
  RELEASE_DATE: {
    exit: 2,
    summary: "release is given a date that no new release can have.",
    hint: "write a date of the calendar as YYYY-MM-DD, after that of the newest release",
  },
  RELEASE_DRAFT: {
    exit: 3,
    summary: "The schemas of the draft do not say by their $id that they are the draft's.",
    hint: "give each of them an $id below https://HOST/.../draft; proto-gen lint --fix writes it",
  },
  RELEASE_FINDINGS: {
    exit: 1,
    summary: "The draft has errors, so that it is not released.",
    hint: "mend them; proto-gen lint shows them alone",
  },
  WRITE_OUTSIDE: { exit: 70, summary: "An output path would leave the output directory." },
  WRITE_FOREIGN: {
    exit: 2,
    summary: "The output directory holds files that proto-gen did not write and would replace.",
    hint: "give --out another directory, or replace them with --force",
  },
  WRITE_FAILED: {
    exit: 2,
    summary: "An output file or directory cannot be written.",
    hint: "make room and give the right to write there, then run again",
  },
  STALE: {
    exit: 1,
    summary: "The output is not what this run would write.",
    hint: "run proto-gen without --check and commit the result",
  },
  INTERNAL: {
    exit: 70,
    summary: "A defect of this tool.",
    hint: "please report it with the command and its input",
  },
});

export type DiagnosticCode = keyof typeof CODES;

/** A place in a JSON document that the user can open. */
export interface SourceLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly place?: SourceLocation;
  /** Other places that it is about, each with what stands there. */
  readonly related?: readonly { readonly message: string; readonly place: SourceLocation }[];
  readonly hint?: string;
}

/** Thrown by a stage that cannot go on; the CLI prints the diagnostics and exits with the gravest code. */
export class ProtoGenError extends Error {
  override readonly name = "ProtoGenError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
    this.diagnostics = diagnostics;
  }

  get exitCode(): ExitCode {
    return diagnosticsExitCode(this.diagnostics);
  }
}

/** Builds a diagnostic, taking the hint from the table where none is given. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  place?: SourceLocation,
  hint?: string,
): Diagnostic {
  const advice = hint ?? CODES[code].hint;
  return Object.freeze({
    code,
    message,
    ...(place === undefined ? {} : { place }),
    ...(advice === undefined ? {} : { hint: advice }),
  });
}

export function failure(
  code: DiagnosticCode,
  message: string,
  place?: SourceLocation,
  hint?: string,
): ProtoGenError {
  return new ProtoGenError([diagnostic(code, message, place, hint)]);
}

export function diagnosticsExitCode(diagnostics: readonly Diagnostic[]): ExitCode {
  return diagnostics.reduce<ExitCode>(
    (worst, { code }) => (CODES[code].exit > worst ? CODES[code].exit : worst),
    0,
  );
}

/** `CODE: what` / `  file:line:column (pointer)` / `  what stands elsewhere: its place` / `  hint`, a line each. */
export function formatDiagnostic({ code, message, place, related, hint }: Diagnostic): string {
  const lines = [`${code}: ${message}`];
  if (place !== undefined) lines.push(`  ${formatLocation(place)}`);
  for (const each of related ?? []) lines.push(`  ${each.message}: ${formatLocation(each.place)}`);
  if (hint !== undefined) lines.push(`  ${hint}`);
  return lines.join("\n");
}

export function formatLocation({ file, line, column, pointer }: SourceLocation): string {
  const position =
    line === undefined ? "" : column === undefined ? `:${line}` : `:${line}:${column}`;
  return `${file}${position}${pointer === undefined || pointer === "" ? "" : ` (${pointer})`}`;
}
