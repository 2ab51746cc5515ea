import type { Node } from "../node.js";

/** Nodes and all that their references name, each once; without those of `known`, which are there already. */
export function closure(nodes: readonly Node[], known: readonly Node[] = []): Node[] {
  const found = new Set<Node>();
  const visit = (node: Node): void => {
    if (found.has(node) || known.includes(node)) return;
    found.add(node);
    for (const { node: target } of node.references) visit(target);
  };
  for (const node of nodes) visit(node);
  return [...found];
}
