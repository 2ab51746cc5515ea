/** Compares the names in braces of a path with the operation's parameters in the path: each needs the other. */

import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../../errors.js";
import { keywordLimit, nearest } from "../../text/nearest.js";
import { locateSource, type Document } from "../document.js";
import { documentOf, type SourceParameter, type SourceRestOperation } from "./service-document.js";
import { serviceDiagnostic } from "./service-object.js";

export function checkPathParameters(
  operations: readonly SourceRestOperation[],
  documents: readonly Document[],
): Diagnostic[] {
  return operations.flatMap((operation) => {
    const { path } = operation;
    return path === undefined ? [] : compareNames({ ...operation, path }, documents);
  });
}

function nearParameter(name: string, candidates: readonly string[]): string | undefined {
  return nearest(name, candidates, keywordLimit(name));
}

type PathOperation = SourceRestOperation & { readonly path: string };

function compareNames(operation: PathOperation, documents: readonly Document[]): Diagnostic[] {
  const placed = [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string);
  const given = operation.parameters.filter((each) => each.in === "path");
  const unnamed = placed.filter((name) => given.every((each) => each.name !== name));
  const unplaced = given.filter(({ name }) => !placed.includes(name));
  const meant = new Set(unplaced.map(({ name }) => nearParameter(name, unnamed)));
  return [
    ...unplaced.map((each) => unplacedParameter(each, { operation, unnamed, documents })),
    ...unnamed
      .filter((name) => !meant.has(name))
      .map((name) => unnamedPart(name, operation, documents)),
  ];
}

interface PathContext {
  readonly operation: PathOperation;
  /** Names in the path that no parameter has. */
  readonly unnamed: readonly string[];
  readonly documents: readonly Document[];
}

function unplacedParameter(
  parameter: SourceParameter,
  { operation: { path }, unnamed, documents }: PathContext,
): Diagnostic {
  const { name, pointer } = parameter;
  const meant = nearParameter(name, unnamed);
  const at = { document: documentOf(documents, parameter), pointer: joinPointer(pointer, "name") };
  const message = `the parameter "${name}" is in the path, but ${path} has no {${name}}`;
  if (meant !== undefined)
    return serviceDiagnostic(at, message, { hint: `did you mean ${meant}?` });
  return diagnostic("SERVICE_PATH_MISMATCH", message, {
    place: locateSource(at.document, at.pointer),
    hint: `add {${name}} to the path, or remove the parameter`,
  });
}

function unnamedPart(
  name: string,
  operation: PathOperation,
  documents: readonly Document[],
): Diagnostic {
  const parameter = { name, in: "path", required: true, schema: { type: "string" } };
  return diagnostic(
    "SERVICE_PATH_MISMATCH",
    `${operation.path} has {${name}}, but ${operation.id} has no parameter of that name in the path`,
    {
      place: locateSource(documentOf(documents, operation), operation.pointer, "key"),
      hint: `add ${JSON.stringify(parameter)} to its parameters`,
    },
  );
}
