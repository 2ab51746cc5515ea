/** What the options of tool descriptors (`descriptor-options.ts`) choose. A run reads it without the command line's library. */

import { DEFAULT_FORM, type DescriptorForm } from "../emit/descriptor-form.js";

export interface DescriptorFlags {
  readonly toolSchemas?: DescriptorForm["schemas"];
  readonly toolDescriptions?: number;
  readonly toolResults?: boolean;
}

/** @returns undefined where it is the default */
export function descriptorForm(flags: DescriptorFlags): DescriptorForm | undefined {
  const form: DescriptorForm = {
    schemas: flags.toolSchemas ?? DEFAULT_FORM.schemas,
    descriptions: flags.toolDescriptions ?? DEFAULT_FORM.descriptions,
    results: flags.toolResults ?? DEFAULT_FORM.results,
  };
  const isDefault = (Object.keys(form) as (keyof DescriptorForm)[]).every(
    (name) => form[name] === DEFAULT_FORM[name],
  );
  return isDefault ? undefined : form;
}
