declare module 'samlp' {
  export interface SamlpOptions {
    issuer: string;
    cert: string;
    key: string;
    audience?: string;
    recipient?: string;
    destination?: string;
    inResponseTo?: string;
    lifetimeInSeconds?: number;
    signAssertion?: boolean;
    signResponse?: boolean;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    samlStatusCode?: string;
    profileMapper?: () => {
      getClaims(): Record<string, string>;
      getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string };
    };
  }
  export interface Person {
    id: string;
    emails: { value: string }[];
    displayName: string;
    name: { givenName?: string | undefined; familyName?: string | undefined };
  }
  export interface ParsedRequest {
    id: string;
    issuer: string;
    assertionConsumerServiceURL: string;
    forceAuthn?: string;
  }
  const samlp: {
    getSamlResponse(options: SamlpOptions, person: Person, done: (error: unknown, xml: string) => void): void;
    parseRequest(
      request: { query: Record<string, string>; method: string },
      done: (error: unknown, request: ParsedRequest) => void,
    ): void;
  };
  export default samlp;
}
