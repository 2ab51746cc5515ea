/** Standard Schema v1 (https://standardschema.dev): the interface that form, RPC and agent libraries use. */

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly string[];
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "proto-gen";
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Output; readonly output: Output } | undefined;
  };
}
