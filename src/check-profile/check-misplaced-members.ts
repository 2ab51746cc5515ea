/**
 * Finds members of an entry that its release knows at another place: beside `config` instead of inside it, or in the
 * configuration of the other party. Entries are open, so that no schema refuses them, and nothing reads them.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, type DocumentPosition } from "../load/document.js";
import type { Node } from "../model/node.js";
import { memberNodes, nodesInPlace } from "../validate/applicable-nodes.js";
import { valueAt } from "../text/value-at.js";
import {
  collectDescribedValues,
  parentPointer,
  type DescribedValue,
  type ReleaseContext,
} from "./described-values.js";
import type { ProfileRole } from "../load/profile-role.js";
import type { RoleProfile } from "./profile-role.js";

/** @param described the values of the profile that its own role has schemas for */
export function checkMisplacedMembers(
  { profile, role, isGuessed = false }: RoleProfile,
  described: readonly DescribedValue[],
  context: ReleaseContext,
): Diagnostic[] {
  const base = joinPointer("", profile.vocabulary.name);
  const own = nodesByPointer(described);
  const other = nodesByPointer(collectDescribedValues({ profile, role: OTHER[role] }, context));
  const entries = [
    ...profile.registry.capabilities.map(({ pointer }) => `${base}${pointer}`),
    ...profile.paymentHandlers.flatMap(({ schema }) =>
      schema === undefined ? [] : [parentPointer(schema.pointer)],
    ),
  ];
  return entries.flatMap((pointer) => {
    const entry = valueAt(profile.document.root, pointer);
    if (!isObject(entry)) return [];
    const at = { document: profile.document, pointer };
    const parts = { own: partsAt(pointer, entry, own), other: partsAt(pointer, entry, other) };
    return [
      ...besideConfig(at, entry, parts),
      ...(isGuessed ? [] : ofOtherRole(at, entry, { ...parts, role })),
    ];
  });
}

const OTHER: Readonly<Record<ProfileRole, ProfileRole>> = {
  business: "platform",
  platform: "business",
};

type NodesByPointer = ReadonlyMap<string, readonly Node[]>;

function nodesByPointer(described: readonly DescribedValue[]): NodesByPointer {
  const found = new Map<string, Node[]>();
  for (const { pointer, definition } of described)
    found.set(pointer, [...(found.get(pointer) ?? []), definition.node]);
  return found;
}

/** The schemas that one role has for an entry, and for its configuration. */
interface EntryNodes {
  readonly entry: readonly Node[];
  readonly config: readonly Node[];
}

function partsAt(pointer: string, value: Entry, nodes: NodesByPointer): EntryNodes {
  const entry = nodesInPlace(nodes.get(pointer) ?? [], value);
  const config = [
    ...entry.flatMap((node) => memberNodes(node, "config")),
    ...(nodes.get(joinPointer(pointer, "config")) ?? []),
  ];
  return { entry, config: nodesInPlace(config, value["config"] ?? {}) };
}

type Entry = Readonly<Record<string, Json>>;

interface BothRoles {
  readonly own: EntryNodes;
  readonly other: EntryNodes;
}

function besideConfig(at: DocumentPosition, entry: Entry, { own, other }: BothRoles): Diagnostic[] {
  const config = isObject(entry["config"]) ? entry["config"] : {};
  return Object.keys(entry)
    .filter(
      (name) =>
        !READ_MEMBERS.has(name) &&
        !isDeclared(own.entry, name) &&
        !Object.hasOwn(config, name) &&
        (isNamed(own.config, name) || isNamed(other.config, name)),
    )
    .map((name) =>
      misplaced({ ...at, pointer: joinPointer(at.pointer, name) }, [
        `"${name}" stands beside "config", where nothing reads it`,
        'move it inside "config"',
      ]),
    );
}

/** Members that every entry has, whatever a schema says. */
const READ_MEMBERS: ReadonlySet<string> = new Set([
  ...["name", "id", "version", "spec", "schema", "config", "extends"],
  ...["config_schema", "instrument_schemas", "available_instruments"],
]);

function ofOtherRole(
  at: DocumentPosition,
  { config }: Entry,
  { own, other, role }: BothRoles & { readonly role: ProfileRole },
): Diagnostic[] {
  if (!isObject(config)) return [];
  return Object.keys(config)
    .filter((name) => !isDeclared(own.config, name) && isNamed(other.config, name))
    .map((name) =>
      misplaced({ ...at, pointer: joinPointer(at.pointer, "config", name) }, [
        `"${name}" is configuration of a ${OTHER[role]}, and this is the profile of a ${role}`,
        otherRoleHint(own.config, role),
      ]),
    );
}

function otherRoleHint(config: readonly Node[], role: ProfileRole): string {
  const names = [...new Set(config.flatMap((node) => [...node.properties.keys()]))];
  const known = names.length === 0 ? "" : `; a ${role} has ${names.join(", ")}`;
  return `remove it${known}`;
}

/** True where a schema names the member, or has a pattern for it. */
function isDeclared(nodes: readonly Node[], name: string): boolean {
  return (
    isNamed(nodes, name) ||
    nodes.some(({ patternProperties }) =>
      patternProperties.some(({ pattern }) => new RegExp(pattern, "u").test(name)),
    )
  );
}

/** True where a schema names the member. */
function isNamed(nodes: readonly Node[], name: string): boolean {
  return nodes.some((node) => node.properties.has(name));
}

function misplaced(at: DocumentPosition, [message, hint]: readonly [string, string]): Diagnostic {
  return diagnostic("PROFILE_MEMBER_MISSPELT", message, {
    place: locateSource(at.document, at.pointer, "key"),
    hint,
  });
}
