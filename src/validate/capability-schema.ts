/**
 * The URLs at which a capability's schema may be. An envelope says only name and version (§2.2); the authority of the name
 * says where the schema is (§1.9).
 */

import { isVersion } from "@proto-gen/runtime/negotiation";
import type { NamedCapability } from "./envelope.js";

/**
 * `dev.proto.shopping.checkout` is of `proto.dev`, at `/schemas/VERSION/shopping/checkout.json`, or at the same
 * path without the version, which the released files of some protocols have.
 */
export function schemaUrls({ name, version, schema }: NamedCapability): string[] {
  if (schema !== undefined) return [schema];
  const labels = name.split(".");
  if (!labels.every((label) => /^[a-z0-9][a-z0-9_-]*$/.test(label))) return [];
  const folders = [...(isVersion(version) ? [`schemas/${version}`] : []), "schemas"];
  return labels.slice(0, -2).flatMap((_, index) => {
    const host = labels
      .slice(0, index + 2)
      .reverse()
      .join(".");
    const path = labels.slice(index + 2).join("/");
    return folders.map((folder) => `https://${host}/${folder}/${path}.json`);
  });
}
