/** The explanation of every code, by area, in the order of `docs/codes.md`. */

import type { DiagnosticCode } from "../errors.js";
import type { Explanation } from "../findings/explanation.js";
import { COMMAND_LINE } from "./areas/command-line.js";
import { COMPARING } from "./areas/comparing.js";
import { COMPOSITION } from "./areas/composition.js";
import { DOCUMENTS } from "./areas/documents.js";
import { MOCKING } from "./areas/mocking.js";
import { NEGOTIATION } from "./areas/negotiation.js";
import { OUTPUT } from "./areas/output.js";
import { OVERLAYS } from "./areas/overlays.js";
import { PROFILES } from "./areas/profiles.js";
import { RELEASES } from "./areas/releases.js";
import { SCAFFOLDING } from "./areas/scaffolding.js";
import { SCHEMAS } from "./areas/schemas.js";
import { SERVICES } from "./areas/services.js";

export const EXPLANATIONS: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...COMMAND_LINE,
  ...DOCUMENTS,
  ...OVERLAYS,
  ...PROFILES,
  ...SERVICES,
  ...SCHEMAS,
  ...NEGOTIATION,
  ...COMPOSITION,
  ...SCAFFOLDING,
  ...MOCKING,
  ...COMPARING,
  ...RELEASES,
  ...OUTPUT,
};

export interface Area {
  readonly title: string;
  readonly codes: readonly DiagnosticCode[];
}

export const AREAS: readonly Area[] = [
  area("Command line", COMMAND_LINE),
  area("Reading documents", DOCUMENTS),
  area("Overlays and accepted findings", OVERLAYS),
  area("Profiles", PROFILES),
  area("Service documents", SERVICES),
  area("Schemas and types", SCHEMAS),
  area("Negotiation", NEGOTIATION),
  area("Composition", COMPOSITION),
  area("Handlers of scaffold", SCAFFOLDING),
  area("The business of mock", MOCKING),
  area("Comparing releases", COMPARING),
  area("Releases", RELEASES),
  area("Output", OUTPUT),
];

function area(title: string, explanations: Partial<Record<DiagnosticCode, Explanation>>): Area {
  return { title, codes: Object.keys(explanations) as DiagnosticCode[] };
}
