/** The form of tool descriptors: what an agent is told, and how it is written. */

export interface DescriptorForm {
  /** Equal schemas of a tool once, in its `$defs`; or each written out where it is used, for hosts that read no `$ref`. */
  readonly schemas: "shared" | "inline";
  /** Levels of members below a tool's arguments that have a description; 0 for none. */
  readonly descriptions: number;
  /** True where each tool has an `outputSchema`. */
  readonly results: boolean;
}

export const DEFAULT_FORM: DescriptorForm = Object.freeze({
  schemas: "shared",
  descriptions: 3,
  results: false,
});

/** @returns undefined where it is the default */
export function completeForm(chosen: {
  readonly [Name in keyof DescriptorForm]?: DescriptorForm[Name] | undefined;
}): DescriptorForm | undefined {
  const form: DescriptorForm = {
    schemas: chosen.schemas ?? DEFAULT_FORM.schemas,
    descriptions: chosen.descriptions ?? DEFAULT_FORM.descriptions,
    results: chosen.results ?? DEFAULT_FORM.results,
  };
  const isDefault = (Object.keys(form) as (keyof DescriptorForm)[]).every(
    (name) => form[name] === DEFAULT_FORM[name],
  );
  return isDefault ? undefined : form;
}
