/**
 * Development: URLs of this machine may be http, which no release's schemas allow. A profile is checked as if they were https,
 * so that everything else in it is held to its release all the same.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Profile } from "../load/profile.js";
import { isLoopbackHttp } from "../text/http-url.js";

export function assumeHttps(profile: Profile): Profile {
  const { document } = profile;
  return { ...profile, document: { ...document, root: replaceUrls(document.root) } };
}

function replaceUrls(value: Json): Json {
  if (typeof value === "string")
    return isLoopbackHttp(value) ? value.replace(/^http:/i, "https:") : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(replaceUrls);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceUrls(each)]));
}
