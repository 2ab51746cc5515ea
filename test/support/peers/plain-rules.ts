/** The rules that the documents of a release have for requests: a plain business refuses a request that breaks one. */

import type { ReleaseDocuments } from "./release-documents.js";
import type { Body } from "./release-requests.js";
import type { JsonMembers } from "./service-documents.js";

export type Headers = Readonly<Record<string, unknown>>;

/** @returns what is wrong with the payload of an operation; undefined where it is right */
export function payloadProblem(
  documents: ReleaseDocuments,
  operation: string,
  payload: Body | undefined,
): string | undefined {
  const name = operation.replace("_checkout", "");
  if (payload === undefined) return "there is no payload";
  const members = Object.entries(documents.checkout["properties"] ?? {});
  const required = documents.checkout["required"] as unknown as readonly string[];
  for (const [member, schema = {}] of members) {
    const annotation = schema[`${documents.protocol}_request`];
    const visibility = visibilityFor(annotation, name) ?? defaultOf(member, required);
    if (visibility === "required" && !(member in payload)) return `${member} is missing`;
    if (visibility === "omit" && member in payload) return `${member} is not to be sent`;
  }
  return undefined;
}

/** An annotation is one visibility, or one for each operation. A member in transition is optional. */
function visibilityFor(annotation: unknown, operation: string): string | undefined {
  if (typeof annotation === "string") return annotation;
  const own = (annotation as JsonMembers | undefined)?.[operation] as unknown;
  return own === undefined || typeof own === "string" ? own : "optional";
}

function defaultOf(member: string, required: readonly string[]): string {
  return required.includes(member) ? "required" : "optional";
}

/** The first release completes with the instrument itself over REST. */
export function completesWithInstrument({ protocol, profile }: ReleaseDocuments): boolean {
  return String(profile[protocol]?.["version"]) === "2026-01-11";
}

/** @returns the name of the first header that is required and not there */
export function missingHeader(required: readonly string[], headers: Headers): string | undefined {
  return required.find((name) => !headers[name.toLowerCase()]);
}

/** @returns the name of the first argument or member of `meta` that is required and not there */
export function missingArgument(
  documents: ReleaseDocuments,
  operation: string,
  given: Body,
): string | undefined {
  const { required, meta } = documents.mcp(operation);
  const sent = (given["meta"] ?? {}) as Body;
  return required.find((name) => !(name in given)) ?? meta.find((name) => !(name in sent));
}
