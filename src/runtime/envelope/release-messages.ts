/**
 * Messages as the release of an answer has them (§2.3). A release without a severity has no error that nobody can resolve:
 * such an error becomes a warning with the same code, so that a platform still hears it.
 */

import { isObject } from "../json/members.js";
import type { ReleaseValues } from "../service/release-values.js";

/** @returns the resource itself where the release has all that its messages say */
export function withReleaseMessages<Resource extends object>(
  resource: Resource,
  release: ReleaseValues | undefined,
): Resource {
  const { messages } = resource as { readonly messages?: unknown };
  if (release === undefined || !Array.isArray(messages)) return resource;
  const { severities } = release;
  const isUnknown = (message: unknown): boolean =>
    isObject(message) && !severities.some((each) => each === (message["severity"] ?? each));
  if (!messages.some(isUnknown)) return resource;
  return {
    ...resource,
    messages: messages.map((each) => (isUnknown(each) ? asWarning(each) : each)),
  };
}

function asWarning(message: object): object {
  const { severity: _none, ...rest } = message as { readonly severity?: unknown };
  return { ...rest, type: "warning" };
}
