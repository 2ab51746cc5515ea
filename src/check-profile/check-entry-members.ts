/**
 * Checks the members of capability entries (§2.1.2) before anything is composed: an entry whose `extends` is misspelt is
 * taken for a root, and all that follows from it would be reported instead.
 */

import { entriesOf } from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource } from "../load/document.js";
import { nearestKeyword } from "../text/nearest.js";
import type { RoleProfile } from "./profile-role.js";

const MEMBERS = ["name", "version", "spec", "schema", "id", "config", "extends"];

export function checkEntryMembers({
  profile: { document, vocabulary },
}: RoleProfile): Diagnostic[] {
  const member = isObject(document.root) ? document.root[vocabulary.name] : undefined;
  const capabilities = isObject(member) ? member["capabilities"] : undefined;
  if (capabilities === undefined) return [];
  return entriesOf(capabilities, `/${vocabulary.name}/capabilities`).flatMap(
    ({ entry, pointer }) => {
      const missing = MEMBERS.filter((name) => entry[name] === undefined);
      return Object.keys(entry).flatMap((written) => {
        const meant = MEMBERS.includes(written) ? undefined : nearestKeyword(written, missing);
        return meant === undefined
          ? []
          : [
              diagnostic(
                "PROFILE_MEMBER",
                `${JSON.stringify(written)} is not a member that is read`,
                {
                  place: locateSource(document, joinPointer(pointer, written), "key"),
                  hint: `did you mean ${meant}?`,
                },
              ),
            ];
      });
    },
  );
}
