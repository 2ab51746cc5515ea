/**
 * Checks that the brands to which a payment handler limits cards are a list (§2.1.3), whatever the schema of its release
 * allows: releases leave `constraints` to the handler.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { entriesOf } from "@proto-gen/runtime/negotiation";
import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource } from "../load/document.js";
import { valueAt } from "../text/value-at.js";
import type { RoleProfile } from "./profile-role.js";

export function checkConstraints({ profile: { document, vocabulary } }: RoleProfile): Diagnostic[] {
  const registries = [joinPointer("", vocabulary.name, "payment_handlers"), "/payment/handlers"];
  const handlers = registries.flatMap((pointer) => {
    const registry = valueAt(document.root, pointer);
    return registry === undefined ? [] : entriesOf(registry, pointer);
  });
  return handlers.flatMap(({ entry: { available_instruments: instruments }, pointer }) => {
    if (!Array.isArray(instruments)) return [];
    return (instruments as readonly Json[]).flatMap((instrument, index) => {
      const brands = brandsOf(instrument);
      if (brands === undefined || Array.isArray(brands)) return [];
      const tokens = ["available_instruments", index, "constraints", "brands"];
      const at = `${pointer}${joinPointer("", ...tokens)}`;
      return [
        diagnostic("PROFILE_INVALID", `${at} must be of type array`, {
          place: locateSource(document, at),
          hint: `write ${JSON.stringify([brands])}`,
        }),
      ];
    });
  });
}

function brandsOf(instrument: Json): Json | undefined {
  const constraints = isObject(instrument) ? instrument["constraints"] : undefined;
  return isObject(constraints) ? constraints["brands"] : undefined;
}
