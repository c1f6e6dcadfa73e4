import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import { auditKinds } from '@kinbridge/contract/happenings';
import { describe, expect, it } from 'vitest';
import { auditSentence } from './audit-sentence.ts';

const names = { employees: new Map([[2, 'Owen Birch']]), services: new Map([[5, 'Food box']]) };
const nora = { id: 1, firstName: 'Nora', lastName: 'Lindqvist' };

function entry(action: string, entityType: string, entityId: number | null, detail = {}): AuditEntry {
  return { id: 1, createTimestamp: '2026-05-11T09:02:00Z', actor: nora, action, entityType, entityId, detail };
}

function plainText(given: AuditEntry): string {
  return auditSentence(given, names)
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('');
}

describe('audit sentence', () => {
  it.each([
    [
      entry('user.edit', 'user', 1, { fields: ['firstName', 'addressLine1'] }),
      'changed first name, address line 1 of their own profile',
    ],
    [entry('user.edit', 'user', 2, { fields: ['city'] }), 'changed city of the profile of Owen Birch'],
    [
      entry('user.edit', 'user', 77, { fields: ['email'], filled: true }),
      'filled in email of the profile of member #77',
    ],
    [
      entry('user.change-proposed', 'user', 77, { fields: ['firstName', 'email'], organizationId: 5 }),
      'proposed to change first name, email of the profile of member #77 (from organization #5)',
    ],
    [
      entry('user.change-accepted', 'user', 77, { fields: ['email'] }),
      'accepted a change of email of the profile of member #77',
    ],
    [
      entry('organization.profile-proposed', 'organization', 3, { fields: ['name', 'imageFilename'] }),
      'proposed to change name, logo of the business profile',
    ],
    [
      { ...entry('records.alert', 'user', 2, { count: 101 }), actor: null },
      'Owen Birch opened or exported the records of 101 members within an hour; Kinbridge told others by email',
    ],
    [entry('user.read', 'user', 77), 'viewed the profile of member #77'],
    [
      entry('user.read', 'user', 77, { repeated: 3 }),
      'viewed the profile of member #77 (3 more times within a minute)',
    ],
    [entry('employee.terminate', 'user', 2), 'terminated Owen Birch'],
    [entry('sso.unlinked', 'user', 2, { endedSessions: 1 }), 'unlinked the single sign-on of Owen Birch'],
    [entry('saml.edit', 'organization', 3), 'set up single sign-on with SAML'],
    [
      entry('oidc.delete', 'organization', 3, { unlinked: 1 }),
      'removed single sign-on with OpenID Connect, which unlinked 1 person',
    ],
    [entry('employee.terminate', 'user', 2, { byDirectory: true }), 'terminated Owen Birch through your directory'],
    [
      entry('file.infected', 'file', null, { virus: 'Eicar' }),
      'uploaded a file with a virus (Eicar), which was refused',
    ],
    [
      entry('file.infected', 'user', 9, { virus: 'Eicar', fileId: 5 }),
      'Removed file #5 with a virus (Eicar) from member #9',
    ],
    [entry('session.login-failed', 'user', 2, { count: 1 }), 'Wrong password for Owen Birch'],
    [entry('session.login-failed', 'user', 2, { count: 3 }), 'Wrong password for Owen Birch (3 times within a minute)'],
    [entry('session.claimed-other-user', 'user', 1), 'tried to act as another person and was refused'],
    [entry('document.create', 'user', 77, { documentIds: [4] }), 'added file #4 to member #77'],
    [entry('document.create', 'user', 77, { documentIds: [4, 5] }), 'added files #4, #5 to member #77'],
    [entry('document.read', 'user', 77, { documentId: 4 }), 'downloaded file #4 of member #77'],
    [
      entry('member.upload', 'member-upload', 9, { created: 12, matched: 3 }),
      'imported a list of members: 12 new, 3 known',
    ],
    [entry('member.merge', 'user', 77, { mergedId: 78 }), 'merged member #78 into member #77'],
    [
      entry('member.not-duplicate', 'user', 77, { otherId: 78 }),
      'said that member #77 and member #78 are not the same person',
    ],
    [entry('member.merged-away-undo', 'user', 78, { survivorId: 77 }), 'undid the merge of member #78 into member #77'],
    [entry('service-request.create', 'service-request', 9, { surveyAnswerId: 4 }), 'created request #9 from a form'],
    [
      entry('service-request.create', 'service-request', 9, { source: 'SELF' }),
      'created request #9 from the public directory',
    ],
    [
      entry('service-request.move', 'service-request', 9, { from: 'OPEN', to: 'IN_PROGRESS' }),
      'moved request #9 from Open to In Progress',
    ],
    [
      entry('service-request.move', 'service-request', 9, { from: 'OPEN', to: 'REQUESTED', undo: true }),
      'undid moving request #9 from Requested to Open',
    ],
    [
      entry('service-request.assign', 'service-request', 9, { assigneeId: 2, before: null }),
      'assigned request #9 to Owen Birch',
    ],
    [
      entry('service-request.assign', 'service-request', 9, { assigneeId: null, before: 2 }),
      'assigned request #9 to nobody',
    ],
    [entry('service.edit', 'service', 5, { fields: ['name'] }), 'changed name of the service Food box'],
    [entry('service.delete', 'service', 6), 'deleted service #6'],
    [entry('organization.edit', 'organization', 3, { fields: [], logo: true }), 'changed logo of the business profile'],
    [
      entry('survey-answer.list', 'survey', 4, { asked: { search: 'vega' }, shown: [7, 9] }),
      'searched the submissions of form #4 for “vega”: 2 shown',
    ],
    [entry('survey.publish', 'survey', 4, { version: 2 }), 'published form #4, version 2'],
    [entry('thing.change', 'thing', 4), 'thing change: thing #4'],
    [entry('campaign.send', 'campaign', 12, { queued: 1200, skipped: 3 }), 'sent mass message #12 to 1,200 people'],
    [entry('campaign.retry', 'campaign', 12, { retried: 1 }), 'sent mass message #12 again to 1 person'],
    [entry('campaign.stop', 'campaign', 12, { stopped: 880 }), 'stopped mass message #12 before it went to 880 people'],
    [entry('member.list', 'organization', 3), 'viewed the list of members'],
    [
      entry('member.list', 'organization', 3, { asked: { page: 0, size: 10 }, shown: [7, 8] }),
      'viewed the list of members: 2 shown',
    ],
    [
      entry('member.list', 'organization', 3, { asked: { name: 'vega', birthDate: '1990-03-04' }, shown: [7] }),
      'searched members for “vega”, born “1990-03-04”: 1 shown',
    ],
    [
      entry('service-request.list', 'organization', 3, { list: 'filter', asked: null, shown: [7], shownCount: 1200 }),
      'searched the latest request of each member for something that was erased: 1,200 shown',
    ],
    [
      entry('service-request.list', 'organization', 3, { list: 'incoming', asked: { name: '#12' }, shown: [] }),
      'searched the incoming requests for “#12”: 0 shown',
    ],
    [entry('something.new', 'thing', null), 'something new'],
  ])('%#: %s', (given, words) => expect(plainText(given)).toBe(words));

  it("says 'this member' on that member's page", () => {
    const given = entry('document.list', 'user', 77);
    expect(auditSentence(given, { ...names, thisMember: 77 }).join('')).toBe('viewed the list of files of this member');
  });

  it('exists for every action in the filter', () => {
    const told = Object.values(auditKinds)
      .flat()
      .filter((action) => plainText(entry(action, 'thing', 8)).includes(': thing #8'));
    expect(told).toEqual([]);
  });
});
