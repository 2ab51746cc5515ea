/** Checks that generated code and this runtime fit together. Generated code calls this when it is imported. */

/** The version of this package. */
export const RUNTIME_VERSION = "0.1.0";

/** The versions of generated code that this runtime supports: those with the same major and minor version. */
export type GeneratedFor = `0.1.${number}`;

/** Thrown by generated code while it is imported. */
export class RuntimeMismatch extends Error {
  override readonly name: string = "RuntimeMismatch";
  readonly code = "RUNTIME_MISMATCH";
  /** The runtime version that the code was generated for. */
  readonly generatedFor: string;
  readonly runtime: string = RUNTIME_VERSION;

  constructor(generatedFor: string) {
    super(
      `RUNTIME_MISMATCH: generated for @proto-gen/runtime ${generatedFor}, but ${RUNTIME_VERSION} is installed: ` +
        `run proto-gen ${RUNTIME_VERSION}, or install @proto-gen/runtime@${generatedFor}`,
    );
    this.generatedFor = generatedFor;
  }
}

/**
 * @param generatedFor the runtime version that the code was generated for
 * @throws RuntimeMismatch
 */
export function requireRuntime(generatedFor: GeneratedFor): void {
  if (minorOf(generatedFor) !== minorOf(RUNTIME_VERSION)) throw new RuntimeMismatch(generatedFor);
}

/** `0.1` for `0.1.7`. Undefined for texts that are not versions, so that they never match. */
function minorOf(version: unknown): string | undefined {
  return /^\d+\.\d+(?=\.\d)/.exec(String(version))?.[0];
}
