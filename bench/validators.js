/** The validators of one checkout, each with one face: `accepts({ value })`. */
import { z } from "zod";
import { checkoutOf, exporting, importBundle } from "./bundles.js";
import { runOpenapiTs, runProtoGen } from "./generators.js";
import { createAjv } from "./oracle.js";

export const AJV = "ajv (first error)";
export const AJV_ALL = "ajv (all errors)";
export const ZOD = "zod (by openapi-ts)";

export async function protoGenValidators(inputs) {
  const out = runProtoGen(inputs, "validation/proto-gen", { only: "types,validators" });
  const { Checkout } = await importBundle("validation/proto-gen", checkoutOf(out));
  return [
    { name: "proto-gen .is", accepts: ({ value }) => Checkout.is(value) },
    {
      name: "proto-gen .check(value, 1) (first issue)",
      accepts: ({ value }) => isEmpty(Checkout.check(value, 1)),
    },
    {
      name: "proto-gen .check (all issues)",
      accepts: ({ value }) => isEmpty(Checkout.check(value)),
    },
    {
      name: "proto-gen .parse (throws the first)",
      accepts: ({ value }) => parses(Checkout, value),
      throws: true,
    },
  ];
}

function isEmpty(issues) {
  return issues.length === 0;
}

function parses(validator, value) {
  try {
    validator.parse(value);
    return true;
  } catch {
    return false;
  }
}

export async function peerValidators({ flattened, flattenedOpenapi }) {
  const first = createAjv().compile(flattened);
  const all = createAjv({ allErrors: true }).compile(flattened);
  const out = runOpenapiTs(flattenedOpenapi, "validation/openapi-ts");
  const { zCheckout } = await importBundle(
    "validation/zod",
    exporting("zCheckout", out, "zod.gen.ts"),
  );
  const fromSchema = z.fromJSONSchema(flattened);
  return [
    { name: AJV, accepts: ({ value }) => first(value) },
    { name: AJV_ALL, accepts: ({ value }) => all(value) },
    { name: ZOD, accepts: ({ value }) => zCheckout.safeParse(value).success },
    { name: "zod (z.fromJSONSchema)", accepts: ({ value }) => fromSchema.safeParse(value).success },
  ];
}
