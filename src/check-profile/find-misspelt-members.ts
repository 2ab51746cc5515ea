import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import type { Node } from "../model/node.js";
import { nearestKeyword } from "../text/nearest.js";
import { itemNodes, memberNodes, nodesInPlace, valueBelow } from "../validate/applicable-nodes.js";

export interface MisspeltMember {
  /** In the value that was searched. */
  readonly pointer: string;
  readonly written: string;
  readonly meant: string;
}

/**
 * Finds members that no schema of a value declares, where one that is missing has almost the same name. Profiles may have
 * members of anyone, so that their schemas are open and a misspelt member is no issue.
 */
export function findMisspeltMembers(root: Node, value: Json): MisspeltMember[] {
  const found: MisspeltMember[] = [];
  visit([root], value, "");
  return found;

  function visit(given: readonly Node[], current: Json, pointer: string): void {
    const nodes = nodesInPlace(given, current);
    if (isObject(current)) found.push(...misspeltIn(nodes, current, pointer));
    const isArray = Array.isArray(current);
    if (!isArray && !isObject(current)) return;
    for (const token of Object.keys(current)) {
      const next = nodes.flatMap((node) =>
        isArray ? itemNodes(node, token) : memberNodes(node, token),
      );
      if (next.length > 0)
        visit(next, valueBelow(current, token) as Json, joinPointer(pointer, token));
    }
  }
}

function misspeltIn(
  nodes: readonly Node[],
  value: Readonly<Record<string, Json>>,
  pointer: string,
): MisspeltMember[] {
  const declared = new Set(nodes.flatMap((node) => [...node.properties.keys()]));
  const missing = [...declared].filter((name) => !Object.hasOwn(value, name));
  return Object.keys(value).flatMap((written) => {
    const meant = declared.has(written) ? undefined : nearestKeyword(written, missing);
    return meant === undefined ? [] : [{ pointer: joinPointer(pointer, written), written, meant }];
  });
}
