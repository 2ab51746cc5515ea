/** A scope is a pair of definitions that a comparison of payloads begins with. */

import { RESPONSE } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import type { ChangeDirection } from "../change.js";
import type { Call } from "../pairs/call.js";
import type { SideContext, Sides } from "../side.js";

export interface Scope {
  readonly before: Definition;
  readonly after: Definition;
  readonly direction: ChangeDirection;
  readonly operations: readonly string[];
  /** Precedes the path in the payload: `header Request-Id`. */
  readonly label: string;
  /** It adds only changes that no operation has. */
  readonly isSupplement: boolean;
  /** Scopes of one payload, with more or fewer extensions: they do not repeat each other's changes. */
  readonly group?: string;
}

/** A scope whose definitions one side may lack. */
type PartialScope = Omit<Scope, "before" | "after" | "label" | "isSupplement"> & {
  readonly before: Definition | undefined;
  readonly after: Definition | undefined;
  readonly label?: string;
  readonly isSupplement?: boolean;
};

/** None where a side lacks the definition: that is a change of a call, not of a payload. */
export function scopeOf({ before, after, ...rest }: PartialScope): Scope[] {
  return before === undefined || after === undefined
    ? []
    : [{ label: "", isSupplement: false, ...rest, before, after }];
}

/** The direction of what is sent with a call, or with its response. */
export function directionOf({ kind }: Call, direction: "request" | "response"): ChangeDirection {
  if (kind === "other") return "schema";
  if (kind === "operation") return direction;
  // A business sends it; what a platform responds flows as requests do.
  return direction === "request" ? "webhook" : "request";
}

/** The profiles that both parties publish. */
export function profileScope({ before, after }: Sides): Scope[] {
  return scopeOf({
    before: profileDefinition(before),
    after: profileDefinition(after),
    direction: "profile",
    operations: [],
  });
}

function profileDefinition({ side, schemas, lowering }: SideContext): Definition | undefined {
  const { profileSchema } = side.sources;
  return profileSchema === undefined
    ? undefined
    : lowering.definition(schemas.reference({ document: profileSchema, pointer: "" }, RESPONSE));
}
