/**
 * The compiler of json-schema-to-typescript, in a module that is imported when it is needed. The package is CommonJS: a loader such as
 * tsx takes `default` of what `import()` returns for the module itself, and then finds no `compile` in the bundle. A static import has no such
 * interpretation.
 */

export { compile } from "json-schema-to-typescript";
