/**
 * The modules of packages that a mock imports: the ones that this package imports itself. Their URLs replace the packages' names, so
 * that a mock runs from any directory, and without a `node_modules` (Yarn's Plug'n'Play).
 */

/** The URL of a module of this package. */
export const PACKAGE_MODULE = import.meta.url;

/** @param specifier `hono/html`, as a module imports it */
export function ownModule(specifier: string): string {
  return import.meta.resolve(specifier);
}
