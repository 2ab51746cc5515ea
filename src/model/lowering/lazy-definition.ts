import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Definition, Layers, Node } from "../node.js";

type Identity = Pick<Definition, "key" | "origin" | "mergedFrom" | "valueOwners">;

/** A definition whose node and layers are computed on first use, so that recursion ends. */
export class LazyDefinition implements Definition {
  readonly key: string;
  readonly origin: SchemaAddress;
  readonly mergedFrom: readonly string[] | undefined;
  readonly valueOwners: readonly string[];
  readonly #lower: () => Node;
  readonly #extend: (node: Node) => Layers | undefined;
  #node: Node | undefined;
  #layers: { readonly value: Layers | undefined } | undefined;

  constructor(
    { key, origin, mergedFrom, valueOwners = [] }: Identity,
    lower: () => Node,
    extend: (node: Node) => Layers | undefined = () => undefined,
  ) {
    this.key = key;
    this.origin = origin;
    this.mergedFrom = mergedFrom;
    this.valueOwners = valueOwners;
    this.#lower = lower;
    this.#extend = extend;
  }

  get node(): Node {
    return (this.#node ??= this.#lower());
  }

  get layers(): Layers | undefined {
    return (this.#layers ??= { value: this.#extend(this.node) }).value;
  }
}
