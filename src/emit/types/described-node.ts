import type { Annotations, Node } from "../v1.js";

/** Adds to a node's description which capabilities add which values of an open enum. */
export function describedNode({ annotations, ownedValues }: Node): Annotations {
  const owners = ownedValues
    .flatMap(({ values }) => values)
    .map(
      ({ value, capabilities }) => `\`${JSON.stringify(value)}\` is of ${capabilities.join(", ")}.`,
    );
  if (owners.length === 0) return annotations;
  const { description } = annotations;
  return {
    ...annotations,
    description: [...(description === undefined ? [] : [description, ""]), ...owners].join("\n"),
  };
}
