/** Names an alternative in messages, by its name, its title, its values or its types. */

import { parsePointer } from "@proto-gen/runtime/json";
import type { Node } from "../../model/node.js";
import type { SideContext } from "../side.js";
import { list, typesText } from "./text.js";
import { resolveValue } from "../pairs/value.js";

export function branchText(context: SideContext, branch: Node): string {
  const { definition, annotations, literals, types } = resolveValue(context, branch);
  if (definition !== undefined) return definitionText(context, definition.origin);
  if (annotations.title !== undefined) return annotations.title;
  return literals === undefined ? typesText(types) : list(literals);
}

/** `card_credential`: the last name in its address. */
export function definitionText(
  context: SideContext,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): string {
  const named = parsePointer(pointer).at(-1);
  if (named !== undefined) return named;
  const uri = context.schemas.source(document)?.document ?? document;
  return (uri.split("/").at(-1) ?? uri).replace(/\.json$/, "");
}
