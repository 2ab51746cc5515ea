/**
 * Compose: give every schema its views, and fold every active extension onto its root, parents first. Frozen sources in,
 * new schemas out, so `diff` may compose one source twice.
 *
 * A view is a schema as one direction and operation see it, for example `request.create`. Nothing is viewed ahead:
 * `schemas.reference(address, view)` only names the viewed document, `<uri>?view=<view>`, and `document-view/` makes it
 * when someone looks something up in it: annotations become `required` or an omission, and every `$ref` leads on to the
 * same view.
 *
 * An extension declares its members in `$defs` entries that compose its root, or one shape of it (`entries/`). The composition of
 * a root is one more document, an `allOf` of references to the root and to the entries, each in the view (`compose-view.ts`).
 * If one of them annotates a member that another declares, the reference to the other carries the annotation as
 * `InheritedVisibility`, and leads to a variant of that document (`visibility/`).
 */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import { CODES } from "../errors.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Sources } from "../load/sources.js";
import { activeRoots, findDependencies, findEntries } from "./capability-dependencies.js";
import { createComposeContext } from "./compose-context.js";
import { reportMisspeltOperations } from "./misspelt-operations.js";
import { composeRoles, composeRoot } from "./compose-root.js";
import { composeServiceSchema } from "./compose-service-schema.js";
import { reportEntries } from "./entries/report-entries.js";
import { composeView } from "./compose-view.js";
import type { Composition } from "./composition.js";
import { reportClosedAdditions } from "./closed-additions.js";
import { reportImpossibleValues } from "./impossible-values.js";
import { reportIncompleteMethodTypes } from "./method-types.js";
import { reportMembersOutsideProperties } from "./members-outside-properties.js";
import { reportMisnamed } from "./misnamed-entries.js";
import { reportUnused } from "./missing-contributions.js";
import { collectOpenEnums } from "./open-enums/open-enums.js";
import { requireOpenEnums } from "./open-enums/require-open-enums.js";
import { divideShape } from "./shape-parts.js";
import { reportUndeclaredNames } from "./undeclared-names.js";
import type { View } from "./view.js";
import { createViewedSchemas } from "./viewed-schemas.js";

export type { ComposedShape, Composition } from "./composition.js";

export function compose(sources: Sources, agreement: Agreement): Composition {
  const { capabilities } = agreement;
  const roots = activeRoots(sources, capabilities);
  const entries = findEntries(sources, agreement, roots);
  const dependencies = findDependencies(agreement, entries);
  const openEnums = collectOpenEnums(sources, capabilities);
  const schemas = createViewedSchemas(sources, { openEnums, resolveServiceReference });
  const context = createComposeContext({ sources, entries, dependencies, schemas, openEnums });
  const closed = requireOpenEnums(context, capabilities);
  const shapes = roots.flatMap((root) => composeRoot(context, root));
  const roles = capabilities.flatMap((each) => composeRoles(context, each));
  const problems = [
    ...closed,
    ...reportEntries(context),
    ...reportMisnamed(context, { capabilities, roots }),
    ...reportClosedAdditions(sources, shapes),
    ...reportMisspeltOperations(sources),
    ...reportMembersOutsideProperties(sources),
    ...reportUndeclaredNames(sources),
    ...reportImpossibleValues(context, shapes),
    ...reportIncompleteMethodTypes(context),
  ];
  const unused = reportUnused(context, { capabilities, roots, composed: [...shapes, ...roles] });
  const causes = problems.filter(
    ({ code }) => CODES[code].exit > 0 || code === "COMPOSE_ENTRY_LOST",
  );
  const explained = new Set(causes.map(({ place }) => place?.file));
  // An extension with an error, or with a lost entry, adds nothing because of that.
  const notices = [...unused.filter(({ place }) => !explained.has(place?.file)), ...problems];
  return Object.freeze<Composition>({
    ...{ sources, agreement, dependencies, schemas, shapes, roles, notices },
    addedValues: openEnums.added,
    composeSubset: (shape, view, extensions) =>
      composeView(context, { shape, view }, extensions).uri,
    composeServiceSchema: (address, view) =>
      composeServiceSchema(context, shapes, { address, view }),
    divideShape: (shape, view) => divideShape(context, { shape, view }),
  });

  /** Is called when a service document is viewed, which is after all roots have been composed. */
  function resolveServiceReference(address: SchemaAddress, view: View): string | undefined {
    const { shape, uri } = composeServiceSchema(context, shapes, { address, view });
    return shape === undefined ? undefined : uri;
  }
}
