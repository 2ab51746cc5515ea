/**
 * Checks the names of a profile's members (§2.1) before anything is composed. An entry whose `extends` is misspelt is taken
 * for a root, and all that follows from it would be reported instead.
 */

import { entriesOf } from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type Document, type DocumentPosition } from "../load/document.js";
import { nearestKeyword } from "../text/nearest.js";
import { misspeltMemberDiagnostic } from "./misspelt-member-diagnostic.js";
import type { RoleProfile } from "./profile-role.js";

const PROFILE_MEMBERS = ["payment", "signing_keys"];
const REGISTRIES = ["services", "capabilities", "payment_handlers"];
const PROTOCOL_MEMBERS = ["version", ...REGISTRIES];
const CAPABILITY_MEMBERS = ["name", "version", "spec", "schema", "id", "config", "extends"];

export function checkEntryMembers({
  profile: { document, vocabulary },
}: RoleProfile): Diagnostic[] {
  const { root } = document;
  const member = isObject(root) ? root[vocabulary.name] : undefined;
  if (!isObject(root) || !isObject(member)) return [];
  const base = joinPointer("", vocabulary.name);
  const { capabilities } = member;
  const entries = capabilities === undefined ? [] : entriesOf(capabilities, `${base}/capabilities`);
  return [
    ...misplaced(member, PROFILE_MEMBERS, {
      at: { document, pointer: base },
      message: `is not read inside "${vocabulary.name}"`,
      hint: `move it out of "${vocabulary.name}", beside it`,
    }),
    ...misplaced(root, REGISTRIES, {
      at: { document, pointer: "" },
      message: `is not read beside "${vocabulary.name}"`,
      hint: `move it inside "${vocabulary.name}"`,
    }),
    ...misspelt(root, { known: PROFILE_MEMBERS, document, pointer: "" }),
    ...misspelt(member, { known: PROTOCOL_MEMBERS, document, pointer: base }),
    ...entries.flatMap(({ entry, pointer }) =>
      misspelt(entry, { known: CAPABILITY_MEMBERS, document, pointer }),
    ),
  ];
}

interface KnownMembers {
  readonly known: readonly string[];
  readonly document: Document;
  readonly pointer: string;
}

function misspelt(
  value: Readonly<Record<string, unknown>>,
  { known, document, pointer }: KnownMembers,
): Diagnostic[] {
  const missing = known.filter((name) => value[name] === undefined);
  return Object.keys(value).flatMap((written) => {
    const meant = known.includes(written) ? undefined : nearestKeyword(written, missing);
    return meant === undefined
      ? []
      : [
          misspeltMemberDiagnostic(
            { document, pointer: joinPointer(pointer, written) },
            { written, meant },
          ),
        ];
  });
}

interface WrongPlace {
  /** The object that has the member. */
  readonly at: DocumentPosition;
  /** Is said of the member. */
  readonly message: string;
  readonly hint: string;
}

/** Members that are read in another object of the profile. */
function misplaced(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { at: { document, pointer }, message, hint }: WrongPlace,
): Diagnostic[] {
  return names
    .filter((name) => Object.hasOwn(value, name))
    .map((name) =>
      diagnostic("PROFILE_MEMBER_MISSPELT", `"${name}" ${message}`, {
        place: locateSource(document, joinPointer(pointer, name), "key"),
        hint,
      }),
    );
}
