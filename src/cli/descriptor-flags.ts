/** What the options of tool descriptors (`descriptor-options.ts`) choose. A run reads it without the command line's library. */

import { completeForm, type DescriptorForm } from "../emit/descriptor-form.js";

export interface DescriptorFlags {
  readonly toolSchemas?: DescriptorForm["schemas"];
  readonly toolDescriptions?: number;
  readonly toolResults?: boolean;
}

/** @returns undefined where it is the default */
export function descriptorForm(flags: DescriptorFlags): DescriptorForm | undefined {
  const { toolSchemas: schemas, toolDescriptions: descriptions, toolResults: results } = flags;
  return completeForm({ schemas, descriptions, results });
}
