/**
 * Finds what a schema has because of extensions: members that only they declare, and names that only they require. A server does not
 * show them to a platform that has none of these extensions.
 */

import type { ToolPart } from "@proto-gen/runtime/codegen/v1";
import type { Model } from "../../model/model.js";
import type { Node, Property } from "../v1.js";

type Part = Pick<ToolPart, "name" | "kind" | "capabilities">;

/** @returns undefined for a node that has nothing because of an extension */
export function extensionMarks({
  agreement,
  ownerOf,
}: Pick<Model, "agreement" | "ownerOf">): (
  node: Node,
) => { readonly parts: readonly Part[] } | undefined {
  const extensions = new Set(
    agreement.capabilities.filter((each) => each.extends.length > 0).map(({ name }) => name),
  );

  /** Every platform may send what the root, or a schema that no capability owns, declares. */
  function ownersOf(documents: readonly string[]): readonly string[] {
    const owners = documents.map((each) => ownerOf(each) ?? "");
    return owners.every((each) => extensions.has(each)) ? [...new Set(owners)].sort() : [];
  }

  function partsOf(name: string, { origins, required }: Property): Part[] {
    const declaring = ownersOf(origins.map(({ document }) => document));
    if (declaring.length > 0) return [{ name, kind: "member", capabilities: declaring }];
    const requiring = required === undefined ? [] : ownersOf([required.document]);
    return requiring.length === 0 ? [] : [{ name, kind: "required", capabilities: requiring }];
  }

  return (node) => {
    const parts = [...node.properties].flatMap(([name, property]) => partsOf(name, property));
    return parts.length === 0 ? undefined : { parts };
  };
}
