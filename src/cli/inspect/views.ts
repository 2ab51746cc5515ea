/** The views of a type. In: a type as a module exports it. Out: each view of its schema, and its members there. */

import { viewText } from "../../compose/view.js";
import type { TypeName } from "../../emit/types/type-text.js";
import type { FamilyView, TypeFamily } from "../../model/model.js";
import { wholeNode } from "../../model/node.js";
import type { ViewReport } from "../report.js";
import type { ScopeNames } from "../../model/scope-names.js";
import { lineType } from "./line-type.js";
import { ownMembers } from "./members.js";

export function viewReports(
  { views }: TypeFamily,
  scope: ScopeNames,
  nameOf: TypeName,
): ViewReport[] {
  return views.map((view) => ({
    view: viewName(view),
    type: scope(view.type, view.shared ? undefined : view.view),
    members: [...ownMembers(wholeNode(view.type.definition))].map(([name, { node, required }]) => ({
      name,
      required: required !== undefined,
      type: lineType(node, nameOf),
    })),
  }));
}

function viewName({ view, shared }: FamilyView): string {
  return shared && view.direction === "request" ? "request" : viewText(view);
}
