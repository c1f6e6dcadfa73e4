/** Warnings about the API document that can't go without changing addresses that clients call. */
export const listed = [
  {
    software: 'Redocly CLI',
    rule: 'no-ambiguous-paths',
    paths: ['/v1/services/deleteService/{id}', '/v1/service-requests/transition/{status}', '/v1/messages/{id}/resend'],
    reason: 'An id is a number, so no address matches two of these paths.',
  },
  {
    software: 'Redocly CLI',
    rule: 'operation-2xx-response',
    paths: ['/v1/auth/sso/{slug}', '/v1/auth/saml/{slug}/acs', '/v1/auth/saml/{slug}/finish', '/v1/auth/oidc/callback'],
    reason: 'Browsers open these addresses, and every answer sends them on.',
  },
];
