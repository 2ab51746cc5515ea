/**
 * Every error code, by area. The explanations of an area are in the file of the same name in `src/explain/areas/`, apart
 * from the codes because only `proto-gen explain` loads them; the compiler demands one for each code.
 */

import type { CodeEntry } from "./code.js";
import { COMMAND_LINE_CODES } from "./codes/command-line.js";
import { DIFF_CODES } from "./codes/comparing.js";
import { COMPOSITION_CODES } from "./codes/composition.js";
import { DOCUMENT_CODES } from "./codes/documents.js";
import { MOCK_CODES } from "./codes/mocking.js";
import { NEGOTIATION_CODES } from "./codes/negotiation.js";
import { OUTPUT_CODES } from "./codes/output.js";
import { OVERLAY_CODES } from "./codes/overlays.js";
import { PROFILE_CODES } from "./codes/profiles.js";
import { RELEASE_CODES } from "./codes/releases.js";
import { SCAFFOLD_CODES } from "./codes/scaffolding.js";
import { SCHEMA_CODES } from "./codes/schemas.js";
import { SERVICE_CODES } from "./codes/services.js";

const TABLE = {
  ...COMMAND_LINE_CODES,
  ...DOCUMENT_CODES,
  ...OVERLAY_CODES,
  ...PROFILE_CODES,
  ...SERVICE_CODES,
  ...SCHEMA_CODES,
  ...NEGOTIATION_CODES,
  ...COMPOSITION_CODES,
  ...SCAFFOLD_CODES,
  ...MOCK_CODES,
  ...DIFF_CODES,
  ...RELEASE_CODES,
  ...OUTPUT_CODES,
};

export type DiagnosticCode = keyof typeof TABLE;

export const CODES: Readonly<Record<DiagnosticCode, CodeEntry>> = TABLE;
