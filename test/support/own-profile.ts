/** The repository's own profile (§2.1): all that a business can do. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./published.js";

export interface OwnProfile {
  readonly proto: { readonly capabilities: Readonly<Record<string, readonly object[]>> };
}

export function ownProfile(): OwnProfile {
  return JSON.parse(readFileSync(path.join(repository, "profile.json"), "utf8")) as OwnProfile;
}
