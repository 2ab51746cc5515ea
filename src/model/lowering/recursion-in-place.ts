/**
 * Finds a schema that leads back to itself for the same value: by references, by `allOf`, or by a keyword that asks or
 * chooses, in any mixture. Checking a value against it would never end (JSON Schema 2020-12 Core §9.4.1). A way back
 * through a member, an item or a name is fine, because that value is a smaller one.
 *
 * A schema is looked at before it is lowered: merging the branches of such a cycle would try every order of them.
 */

import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import type { SchemaNavigator } from "./schema-navigator.js";
import type { ScopedSchema } from "./scoped-schema.js";

/** A schema that applies to the value of another one, and the keyword of that one which leads to it. */
export interface InPlaceStep {
  readonly keyword: string;
  readonly schema: ScopedSchema;
}

interface Visit extends InPlaceStep {
  readonly key: string;
  readonly steps: Iterator<InPlaceStep>;
}

export class RecursionInPlace {
  readonly #navigator: SchemaNavigator;
  /** The keys of schemas from which every way ends. In another dynamic scope, a schema has another key. */
  readonly #finite = new Set<string>();

  constructor(navigator: SchemaNavigator) {
    this.#navigator = navigator;
  }

  /**
   * Returns the first cycle that a schema leads to, beginning with the member that was reached first. Its keyword is
   * the one that leads back to it. Undefined where every way ends.
   */
  findCycle(start: ScopedSchema): readonly [InPlaceStep, ...InPlaceStep[]] | undefined {
    if (!this.#navigator.appliesInPlace(start)) return undefined;
    const path: Visit[] = [];
    const onPath = new Map<string, number>();
    const enter = (step: InPlaceStep): void => {
      const key = this.#navigator.shortKeyOf(step.schema);
      onPath.set(key, path.length);
      path.push({ ...step, key, steps: this.#navigator.stepsInPlace(step.schema).values() });
    };
    if (!this.#finite.has(this.#navigator.shortKeyOf(start))) enter({ keyword: "", schema: start });
    // Without recursion: a chain may have as many members as a release may have schemas.
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.steps.next();
      if (next.done === true) {
        this.#finite.add(top.key);
        onPath.delete(top.key);
        path.pop();
        continue;
      }
      const { schema, keyword } = next.value;
      if (!this.#navigator.appliesInPlace(schema)) continue;
      const key = this.#navigator.shortKeyOf(schema);
      const first = onPath.get(key);
      if (first !== undefined) return [next.value, ...path.slice(first + 1)];
      if (!this.#finite.has(key)) enter({ keyword, schema });
    }
    return undefined;
  }
}

/** Members of a cycle that an error names: nobody follows more. */
const MAX_NAMED = 20;

/** The members of a cycle after its first, each with the keyword that leads to it. */
export function describeCycle(
  cycle: readonly InPlaceStep[],
): readonly { readonly message: string; readonly location: ResolvedSchema }[] {
  const others = cycle.slice(1).map(({ keyword, schema }) => ({
    message: `by ${keyword}`,
    location: schema.location,
  }));
  if (others.length <= MAX_NAMED) return others;
  const last = others.at(-1)!;
  const skipped = (others.length - MAX_NAMED).toLocaleString("en-US");
  return [
    ...others.slice(0, MAX_NAMED - 1),
    { ...last, message: `after ${skipped} others, ${last.message}` },
  ];
}
