/**
 * Hooks of Node for a process under Plug'n'Play. The runtime is a peer of proto-gen, and so the packages that the runtime has as optional
 * peers are the project's to install, which may lack them: proto-gen's own take their place.
 */

interface Context {
  readonly parentURL?: string | undefined;
}
type Resolve<Result> = (specifier: string, context?: Context) => Promise<Result>;

let from: string | undefined;

/** @param data a module of proto-gen */
export function initialize(data: { readonly from: string }): void {
  ({ from } = data);
}

export async function resolve<Result>(
  specifier: string,
  context: Context,
  next: Resolve<Result>,
): Promise<Result> {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (/^(?:\.|\/|node:|file:)/.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: from }).catch(() => {
      throw error;
    });
  }
}
