import {
  describeIncompleteMethodType,
  findIncompleteMethodTypes,
} from "../../compose/method-types.js";
import { locateSource } from "../../load/document.js";
import { limitByDocument } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const methodTypeIncomplete: OwnLintRule = {
  id: "method-type-incomplete",
  severity: "error",
  summary:
    "A fulfillment method's type is missing from one of the three lists that need it (§2.6).",
  hint: "list the type in the method's type enum, in allows_multi_destination and in the item enum of allows_method_combinations",
  explanation: {
    text: "A new kind of fulfillment is a type of method, and a business declares in its profile whether one checkout may have several destinations of that type and which other types it can be combined with. All three places have to list the type. A type that is only in the method's enum cannot be configured, and one that is missing there cannot be offered.",
    source: "§2.6",
    wrong: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup", "locker"],
    },
    right: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup"],
    },
  },
  check: checkMethodTypes,
};

function checkMethodTypes({ loaded, own, truncatedFiles }: LintContext): Observation[] {
  const found = findIncompleteMethodTypes(loaded.sources, own);
  return own.flatMap((document) =>
    limitByDocument(
      found.filter((each) => each.document === document),
      document,
      truncatedFiles,
    ).map((each) => ({
      message: describeIncompleteMethodType(each),
      place: locateSource(document, each.pointer, "key"),
    })),
  );
}
