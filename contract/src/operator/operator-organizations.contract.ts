import { z } from 'zod';
import { organizationApprovals } from '../organizations/organization-approval.ts';
import { organizationType } from '../organizations/organization-type.schema.ts';
import { proposedProfileFields } from '../organizations/proposed-profile.contract.ts';
import { serviceType } from '../services/service-type.schema.ts';
import { defineCalls } from '../shared/call.ts';
import { count, id, idParam, namedRef, requiredLines, timestamp } from '../shared/fields.ts';
import { exactLine } from '../shared/one-line.ts';
import { pageOf, paging } from '../shared/paging.ts';

/** What an operator can decide about an organization. */
export const organizationDecisions = ['approve', 'refuse', 'suspend', 'restore'] as const;
export type OrganizationDecision = (typeof organizationDecisions)[number];

export const proposalDecisions = ['accept', 'decline'] as const;
export type ProposalDecision = (typeof proposalDecisions)[number];

/** The organization's staff read it. */
export const decisionReason = requiredLines('Reason', 500);

const approval = z.enum(organizationApprovals);

/** What an organization has in common with another one, which may be the real one. */
const organizationWarning = z
  .strictObject({
    kind: z.enum(['same-name', 'similar-name', 'same-address', 'same-domain']),
    /** The domain that both have. */
    domain: z.string().nullable(),
    organization: namedRef,
  })
  .meta({ id: 'OrganizationWarning' });
export type OrganizationWarning = z.infer<typeof organizationWarning>;

const nullableText = z.string().nullable();

const reviewedProfile = z
  .strictObject({
    ...proposedProfileFields,
    /** What the proposed values have in common with other organizations: names, addresses and domains. */
    namesakes: z.array(organizationWarning),
  })
  .meta({ id: 'ReviewedProfile' });
export type ReviewedProfile = z.infer<typeof reviewedProfile>;

const registeredFields = {
  id,
  name: z.string(),
  approval,
  /** Why it was refused or suspended. */
  reason: nullableText,
  /** Whether its first admin has verified their email; nothing can be decided before. */
  verified: z.boolean(),
  createTimestamp: timestamp,
  /** Changes with the profile. */
  updateTimestamp: timestamp,
  organizationType,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  email: nullableText,
  phoneNumber: z.string(),
  website: nullableText,
  /** The logo's name. */
  imageFilename: nullableText,
  admins: z.array(z.strictObject({ name: z.string(), email: z.string() })),
};

const listedOrganization = z
  .strictObject({
    ...registeredFields,
    warnings: z.array(organizationWarning),
    /** The changes of its profile that wait for an operator. */
    proposedProfile: reviewedProfile.nullable(),
  })
  .meta({ id: 'ListedOrganization' });
export type ListedOrganization = z.infer<typeof listedOrganization>;

const registeredOrganization = listedOrganization
  .extend({
    description: nullableText,
    services: z.array(z.strictObject({ id, name: z.string(), type: serviceType })),
    /** The decisions that apply now. */
    decisions: z.array(z.enum(organizationDecisions)),
  })
  .meta({ id: 'RegisteredOrganization' });
export type RegisteredOrganization = z.infer<typeof registeredOrganization>;

const organizationList = pageOf(listedOrganization).extend({
  /** How many organizations the search finds, by state. */
  counts: z.record(approval, count),
  /** How many of them proposed changes of their profile. */
  proposedCount: count,
});

export const operatorOrganizationCalls = defineCalls('Operator', {
  'GET /v1/operator/organizations': {
    summary: 'Organizations, waiting ones first, then the newest, with what they have in common with others.',
    query: z.strictObject({
      approval: approval.optional(),
      /** Only those whose changes wait for an operator. */
      proposed: z.literal('true').optional(),
      search: exactLine().max(160).optional(),
      ...paging,
    }),
    answers: organizationList,
  },
  'GET /v1/operator/organizations/{id}': {
    summary: 'What an organization registered with, and who its admins are.',
    answers: registeredOrganization,
  },
  'POST /v1/operator/organizations/{id}/{decision}': {
    summary:
      'Approves, refuses, suspends or restores an organization and emails its admins. Returns 409 if its state has changed since the operator saw it, or for approving, its profile: `seen` is the updateTimestamp that the operator saw.',
    params: z.strictObject({ id: idParam, decision: z.enum(organizationDecisions) }),
    body: z.strictObject({ approval, seen: timestamp.optional(), reason: decisionReason.optional() }),
    needsProof: true,
    answers: registeredOrganization,
    errors: [409],
  },
  'GET /v1/operator/organizations/{id}/proposed-image': {
    summary: 'The logo that an organization proposed.',
    contentType: 'image/webp',
    errors: [410],
  },
  'POST /v1/operator/organizations/{id}/proposed-profile/{decision}': {
    summary:
      "Accepts or declines the changes that an organization proposed for its profile, and emails its admins. Declining needs a reason. Returns 409 if they aren't the ones that wait now.",
    params: z.strictObject({ id: idParam, decision: z.enum(proposalDecisions) }),
    body: z.strictObject({ proposalId: id, reason: decisionReason.optional() }),
    needsProof: true,
    answers: registeredOrganization,
    errors: [409],
  },
});
