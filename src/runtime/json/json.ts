/** A JSON value: what `parseJson` returns, and what it may be asked to be. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };
