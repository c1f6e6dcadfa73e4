import { defineCalls } from '../shared/call.ts';

export const memberExportCalls = defineCalls('Members', {
  'GET /v1/users/{id}/export.json': {
    summary: 'Everything that the organization can see about a member, as JSON.',
    needsProof: true,
    contentType: 'application/json',
  },
  'GET /v1/users/{id}/export.pdf': {
    summary: 'Everything that the organization can see about a member, to read.',
    needsProof: true,
    contentType: 'application/pdf',
    errors: [429],
  },
});
