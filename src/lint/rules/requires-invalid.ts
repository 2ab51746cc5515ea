import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { compareVersions, isVersion } from "@proto-gen/runtime/negotiation";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import type { ReleaseDocument } from "../../load/release.js";
import { didYouMean } from "../../text/nearest.js";
import { limitByDocument } from "../check-schemas.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const requiresInvalid: OwnLintRule = {
  id: "requires-invalid",
  severity: "error",
  summary: "The requires of a capability is malformed, or allows no version.",
  hint: 'write versions as dates: { "protocol": { "min": "2026-01-01" }, "capabilities": { NAME: { "min": ..., "max": ... } } }',
  explanation: {
    text: "requires lists the versions of the protocol and of other capabilities that an extension can be composed with; negotiation drops the extension for any others. Malformed members are ignored, as if the extension required nothing. No version satisfies a range whose min is after its max.",
    source: "§9",
    wrong: {
      file: "gift.json",
      at: "/requires",
      json: { protocol: { min: "2026-06-01", max: "2026-01-01" } },
    },
    right: {
      file: "gift.json",
      at: "/requires",
      json: { protocol: { min: "2026-01-01", max: "2026-06-01" } },
    },
  },
  check: ({ loaded: { release }, truncatedFiles }) =>
    release.documents.flatMap((document) => checkRequires(document, truncatedFiles)),
};

interface Problem {
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

function checkRequires(document: ReleaseDocument, truncatedFiles: Set<string>): Observation[] {
  const root = isObject(document.root) ? document.root : {};
  const { requires, name } = root;
  // Outside of a capability, requires is some other keyword.
  if (requires === undefined || typeof name !== "string") return [];
  const problems = requiresProblems(requires, "/requires");
  return limitByDocument(problems, document, truncatedFiles).map(({ pointer, message, hint }) => ({
    message,
    place: locateSource(document, pointer, "key"),
    hint,
  }));
}

const MEMBERS = ["protocol", "capabilities"];
const ENDS = ["min", "max"];

function requiresProblems(value: Json, pointer: string): Problem[] {
  if (!isObject(value)) return [{ pointer, message: "requires must be an object" }];
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
    return [{ pointer, message: "capabilities must be an object of ranges by name" }];
  return Object.entries(value).flatMap(([name, range]) =>
    rangeProblems(range, joinPointer(pointer, name)),
  );
}

function rangeProblems(value: Json, pointer: string): Problem[] {
  if (!isObject(value))
    return [{ pointer, message: "a range must be an object with min, max or both" }];
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
      message: `${end} is not a version (YYYY-MM-DD or draft)`,
    })),
    ...isEmpty,
  ];
}

function unknownMembers(value: JsonObject, known: readonly string[], pointer: string): Problem[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: joinPointer(pointer, name),
      message: `${name} is not a known member; use ${known.join(" or ")}`,
      hint: didYouMean(name, known),
    }));
}
