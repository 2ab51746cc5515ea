/** What the transport knows about a request beyond the `Request` object, if it can tell. */

/** The members of a certificate that are used (RFC 5280). Node's `X509Certificate` has them. */
export interface PeerCertificate {
  /** One line per attribute: `CN=agent.example`. */
  readonly subject: string;
  readonly issuer: string;
  /** `DNS:agent.example, URI:https://agent.example/`. */
  readonly subjectAltName?: string | undefined;
  readonly serialNumber: string;
  /** SHA-256, in hexadecimal with colons. */
  readonly fingerprint256: string;
  /** DER. */
  readonly raw: Uint8Array;
}

export interface Connection {
  /** The request target as it was on the request line. The URL of a `Request` is normalized. */
  readonly target?: string | undefined;
  /** Alternating names and values as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The IP address of the sender. */
  readonly remoteAddress?: string | undefined;
  /** The client's certificate, but only if whoever terminated TLS has verified it. */
  readonly peerCertificate?: PeerCertificate | undefined;
}
