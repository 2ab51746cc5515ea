/** What a server knows of a request beside the `Request`, where whoever carries it can tell. */

/** What is used of a certificate (RFC 5280); Node's `X509Certificate` is one. */
export interface PeerCertificate {
  /** A line for each attribute: `CN=agent.example`. */
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
  /** The request target as it stood on the request line; a `Request`'s URL is normalised. */
  readonly target?: string | undefined;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The address of whoever sent it. */
  readonly remoteAddress?: string | undefined;
  /** The client's certificate, if it has shown one that whoever ended TLS has verified; else none. */
  readonly peerCertificate?: PeerCertificate | undefined;
}
