/** Describes how each view of a type's schema differs: its type, and the members it has there. */

import { viewText } from "../../../compose/view.js";
import type { TypeName } from "../../../emit/types/type-text.js";
import type { TypeView, ViewGroup } from "../../../model/model.js";
import { wholeNode } from "../../../model/node.js";
import type { ViewReport } from "./report-types.js";
import type { TypeNamer } from "../../../model/type-namer.js";
import { lineType } from "./line-type.js";
import { membersInPlace } from "../../../model/node-members.js";

export function viewReports(
  { views }: ViewGroup,
  scope: TypeNamer,
  nameOf: TypeName,
): ViewReport[] {
  return views.map((view) => ({
    view: viewName(view),
    type: scope(view.type, view.shared ? undefined : view.view),
    members: [...membersInPlace(wholeNode(view.type.definition))].map(
      ([name, { node, required }]) => ({
        name,
        required: required !== undefined,
        type: lineType(node, nameOf),
      }),
    ),
  }));
}

function viewName({ view, shared }: TypeView): string {
  return shared && view.direction === "request" ? "request" : viewText(view);
}
