/** Emit release: the values in which the release differs from others, as data for code that follows several. */

import type { Json } from "@proto-gen/runtime/json";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import type { Model } from "../../model/model.js";
import {
  code,
  CODEGEN,
  hardline,
  identifier,
  jsonLiteral,
  ModuleScope,
  type Doc,
  type Fragment,
} from "../v1.js";
import type { BuiltInEmitter } from "../emitter.js";

const RELEASE_VALUES = identifier("releaseValues");

export const release: BuiltInEmitter = {
  name: "release",
  needs: [],
  emit: (model) =>
    model.services.some(({ operations, webhooks }) => operations.length + webhooks.length > 0)
      ? [releaseModule(model)]
      : [],
};

/** An interface has no index signature, so that TypeScript does not see that the values are JSON. */
function jsonOf(values: ReleaseValues): Json {
  return { ...values } as unknown as Json;
}

function releaseModule({ releaseValues: values }: Model): Fragment {
  const scope = new ModuleScope("release", [RELEASE_VALUES]);
  const type = scope.importType(CODEGEN, identifier("ReleaseValues"));
  const doc: Doc = [
    code`/** The values of this release, for everything in which releases differ. */`,
    hardline,
    code`export const ${RELEASE_VALUES}: ${type} = `,
    jsonLiteral(jsonOf(values)),
    ";",
  ];
  return {
    path: "release",
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: RELEASE_VALUES, docs: [doc] }],
  };
}
