import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { compareVerdicts } from "../support/peers/compare-verdicts.js";
import { schemaProblems } from "../support/peers/self-contained-schema.js";
import { acceptOnly } from "./accept-only.js";
