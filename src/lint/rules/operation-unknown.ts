import { collectOperations, findUnknownOperations } from "../../compose/known-operations.js";
import { locateSource } from "../../load/document.js";
import { KNOWN_VERBS } from "../../load/services/verb.js";
import { didYouMean } from "../../text/nearest.js";
import { checkEachSchema } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { OwnLintRule } from "../rule.js";

export const operationUnknown: OwnLintRule = {
  id: "operation-unknown",
  severity: "error",
  summary: "A visibility annotation names an operation that the release does not have.",
  hint: "name an operation of a service document or of a container",
  explanation: {
    text: "A visibility annotation may set a member's visibility for each operation. No operation of a service document has this name, and no container has a shape for it, so the entry never applies. It is usually misspelt, and the member silently keeps the visibility that was meant to change.",
    source: "§2.1.1, §2.4",
    wrong: { file: "checkout.json", at: "/properties/id/proto_request", json: { craete: "omit" } },
    right: { file: "checkout.json", at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  check(context) {
    const known = collectKnownOperations(context);
    const { vocabulary } = context.loaded.sources.profile;
    return checkEachSchema(context, context.own, (schema) =>
      findUnknownOperations(schema, vocabulary, known).map(({ keyword, operation, pointer }) => ({
        message: `${keyword} names ${operation}, which no service or container has`,
        place: locateSource(schema.document, pointer, "key"),
        hint: didYouMean(operation, known) ?? `one of ${[...known].sort().join(", ")}`,
      })),
    );
  },
};

/**
 * A release without services, or with extensions of other releases' capabilities, does not contain all operations: any
 * known verb is accepted there.
 */
function collectKnownOperations(context: LintContext): ReadonlySet<string> {
  const { services, capabilities } = context.loaded;
  const named = collectOperations({
    services: services.map(({ source }) => source),
    documents: capabilities.map(({ document }) => document),
  });
  return new Set([...(hasAllOperations(context) ? [] : KNOWN_VERBS), ...named]);
}

function hasAllOperations({ loaded, own }: LintContext): boolean {
  return (
    loaded.services.length > 0 &&
    loaded.capabilities.every(({ document }) => own.includes(document))
  );
}
