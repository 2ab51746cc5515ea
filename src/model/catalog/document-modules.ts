import type { Composition } from "../../compose/compose.js";
import { documentModule, protocolHost, releaseModule, type DocumentRole } from "../module-path.js";

/** The module and the owner of each source document of a composition. */
export class DocumentModules {
  readonly #protocolHost: string;
  readonly #capabilities: ReadonlyMap<string, string>;
  readonly #paymentHandlers: ReadonlyMap<string, string>;
  readonly #releaseModules: ReadonlyMap<string, string>;

  constructor(composition: Composition) {
    const { sources, agreement } = composition;
    this.#protocolHost = protocolHost(composition);
    this.#capabilities = new Map(
      agreement.capabilities.flatMap(({ name, schema }) =>
        schema === undefined ? [] : [[schema, name] as const],
      ),
    );
    this.#paymentHandlers = new Map(
      sources.profile.paymentHandlers.flatMap(({ name, schema }) =>
        schema === undefined ? [] : [[schema.uri, name] as const],
      ),
    );
    this.#releaseModules = this.#collectReleaseModules([...sources.documents.keys()]);
  }

  /** The active capability whose schema it is. */
  capabilityOf(document: string): string | undefined {
    return this.#capabilities.get(document);
  }

  modulePathOf(document: string): string {
    return this.#releaseModules.get(document) ?? documentModule(document, this.#roleOf(document));
  }

  /** Modules of shared documents that would have one path without their release. */
  #collectReleaseModules(documents: readonly string[]): ReadonlyMap<string, string> {
    const byPath = new Map<string, string[]>();
    for (const document of documents) {
      const path = documentModule(document, this.#roleOf(document));
      if (path.startsWith("schemas/")) byPath.set(path, [...(byPath.get(path) ?? []), document]);
    }
    const clashing = [...byPath.values()].filter((group) => group.length > 1).flat();
    return new Map(
      clashing.map((document) => [document, releaseModule(document, this.#roleOf(document))]),
    );
  }

  #roleOf(document: string): DocumentRole {
    return {
      protocolHost: this.#protocolHost,
      capability: this.#capabilities.get(document),
      paymentHandler: this.#paymentHandlers.get(document),
    };
  }
}
