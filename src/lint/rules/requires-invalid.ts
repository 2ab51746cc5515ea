/**
 * What a capability requires of the protocol's and of other capabilities' versions. In: the release's documents.
 * Out: a finding for each member of `requires` that is not read, and for each range that leaves no version.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { compareVersions } from "@proto-gen/runtime/negotiation";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import { didYouMean } from "../../text/nearest.js";
import { capped } from "../each-schema.js";
import { lintRule } from "../rule.js";

interface Problem {
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export const requiresInvalid = lintRule("requires-invalid", ({ loaded: { release }, more }) =>
  release.documents.flatMap((document) => {
    const root = isObject(document.root) ? document.root : {};
    // Beside no name and version it is some other keyword.
    if (root["requires"] === undefined || typeof root["name"] !== "string") return [];
    const problems = requiresProblems(root["requires"], "/requires");
    return capped(problems, document, more).map(({ pointer, message, hint }) => ({
      message,
      place: locateSource(document, pointer, "key"),
      hint,
    }));
  }),
);

const MEMBERS = ["protocol", "capabilities"];
const ENDS = ["min", "max"];
const VERSION = /^(?:\d{4}-\d{2}-\d{2}|draft)$/;

function requiresProblems(value: Json, pointer: string): Problem[] {
  if (!isObject(value)) return [{ pointer, message: "requires is an object" }];
  const { protocol, capabilities } = value;
  return [
    ...unknownMembers(value, MEMBERS, pointer),
    ...(protocol === undefined ? [] : rangeProblems(protocol, `${pointer}/protocol`)),
    ...(capabilities === undefined
      ? []
      : capabilityProblems(capabilities, `${pointer}/capabilities`)),
  ];
}

function capabilityProblems(value: Json, pointer: string): Problem[] {
  if (!isObject(value))
    return [{ pointer, message: "capabilities is an object of ranges by name" }];
  return Object.entries(value).flatMap(([name, range]) =>
    rangeProblems(range, joinPointer(pointer, name)),
  );
}

function rangeProblems(value: Json, pointer: string): Problem[] {
  if (!isObject(value)) return [{ pointer, message: "a range is an object with min, max or both" }];
  const { min, max } = value;
  const malformed = ENDS.filter((end) => value[end] !== undefined && !isVersion(value[end]));
  const isEmpty =
    isVersion(min) && isVersion(max) && compareVersions(min, max) > 0
      ? [{ pointer, message: `min ${min} is after max ${max}: no version is between them` }]
      : [];
  return [
    ...unknownMembers(value, ENDS, pointer),
    ...malformed.map((end) => ({
      pointer: `${pointer}/${end}`,
      message: `${end} is no version (YYYY-MM-DD or draft)`,
    })),
    ...isEmpty,
  ];
}

function unknownMembers(value: JsonObject, known: readonly string[], pointer: string): Problem[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: joinPointer(pointer, name),
      message: `${name} is not read here; ${known.join(" and ")} are`,
      hint: didYouMean(name, known),
    }));
}

function isVersion(value: Json | undefined): value is string {
  return typeof value === "string" && VERSION.test(value);
}
