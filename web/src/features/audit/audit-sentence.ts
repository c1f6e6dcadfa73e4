import type { AuditEntry } from '@kinbridge/contract/audit/audit.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import {
  availabilityOf,
  fieldsOf,
  files,
  type KnownNames,
  listed,
  massMessage,
  needOf,
  otherMember,
  outcomeOf,
  type Piece,
  peopleOf,
  person,
  request,
  requestLists,
  service,
  statusOf,
  subject,
  times,
  unlinkedIn,
  userTypeOf,
  whose,
  withSpaces,
} from './audit-words.ts';

/** What happened, without who did it. */
export function auditSentence(entry: AuditEntry, names: KnownNames): Piece[] {
  const write = sentences[entry.action] ?? unknownSentence;
  return [
    ...write(entry, names).flat(),
    ...byEmailLink(entry),
    ...byDirectory(entry),
    ...repeated(entry),
    ...fromElsewhere(entry),
  ];
}

/** Done without signing in. */
function byEmailLink({ detail }: AuditEntry): Piece[] {
  return detail.byEmailLink === true ? [' by e-mail link'] : [];
}

/** The organization's directory did it, through SCIM. */
function byDirectory({ detail }: AuditEntry): Piece[] {
  return detail.byDirectory === true ? [' through your directory'] : [];
}

/** Changes to a member are in the log of every organization that sees the member. */
function fromElsewhere({ entityType, detail }: AuditEntry): Piece[] {
  return entityType === 'user' && typeof detail.organizationId === 'number'
    ? [` (from organization #${detail.organizationId})`]
    : [];
}

/** Repeated views within a minute share one row. */
function repeated({ detail }: AuditEntry): Piece[] {
  if (typeof detail.repeated !== 'number') return [];
  return [` (${counted(detail.repeated, 'more time')} within a minute)`];
}

type Sentence = (entry: AuditEntry, names: KnownNames) => (Piece | Piece[])[];

const sentences: Record<string, Sentence | undefined> = {
  'session.login': () => ['signed in'],
  'session.logout': () => ['signed out'],
  'totp.refused': (entry, names) => ['Wrong second factor for ', person(entry, names)],
  'passkey.refused': (entry, names) => ['Refused a passkey for ', person(entry, names)],
  'session.ended': ({ detail }) => [`ended ${counted(Number(detail.count ?? 1), 'session')} of their own`],
  'session.login-failed': (entry, names) => ['Wrong password for ', person(entry, names), times(entry.detail.count)],
  'session.claimed-other-user': () => ['tried to act as another person and was refused'],
  'session.claimed-other-organization': () => ['tried to act for another organization and was refused'],
  'session.refresh-token-reused': (entry, names) => [person(entry, names), ' was signed out: an old session was used'],
  'session.new-device': () => ['signed in on a new device'],
  'session.idle': (entry, names) => [person(entry, names), ' was logged off after not using Kinbridge for a while'],
  'sso.linked': () => ['linked their account to single sign-on'],
  'sso.refused': ({ detail }) => [`A sign-in by single sign-on was refused (${detail.reason})`],
  'saml.edit': (entry) => ['set up single sign-on with SAML', unlinkedIn(entry)],
  'saml.delete': (entry) => ['removed single sign-on with SAML', unlinkedIn(entry)],
  'oidc.edit': (entry) => ['set up single sign-on with OpenID Connect', unlinkedIn(entry)],
  'oidc.delete': (entry) => ['removed single sign-on with OpenID Connect', unlinkedIn(entry)],
  'sso.domain-proven': () => ['proved an email domain'],
  'sso.domain-lost': () => ['Another organization proved an email domain of this one'],
  'user.password-reset': () => ['set a new password'],
  'user.password-changed': () => ['changed their password'],
  'passkey.added': () => ['added a passkey'],
  'passkey.removed': () => ['removed a passkey'],
  'totp.enabled': () => ['turned on their authenticator app'],
  'totp.recovery-codes': () => ['got new recovery codes'],
  'totp.disabled': () => ['turned off their authenticator app'],
  'push-device.added': () => ['turned on push notifications on a device'],
  'push-device.removed': () => ['turned off push notifications on a device'],
  'user.sign-up': ({ detail }) => ['signed up', userTypeOf(detail.userType)],
  'user.verified': () => ['verified their email address'],
  'user.email-changed': () => ['changed the email address they sign in with'],
  'user.read': (entry, names) => ['viewed ', whose(entry, names)],
  'user.edit': (entry, names) => [
    entry.detail.filled === true ? 'filled in ' : 'changed ',
    fieldsOf(entry),
    'of ',
    whose(entry, names),
  ],
  'user.change-proposed': (entry, names) => ['proposed to change ', fieldsOf(entry), 'of ', whose(entry, names)],
  'user.change-accepted': (entry, names) => ['accepted a change of ', fieldsOf(entry), 'of ', whose(entry, names)],
  'user.change-declined': (entry, names) => ['declined a change of ', fieldsOf(entry), 'of ', whose(entry, names)],
  'user.change-withdrawn': (entry, names) => ['withdrew a change of ', fieldsOf(entry), 'of ', whose(entry, names)],
  'user.fill': (entry, names) => [
    'filled in ',
    Array.isArray(entry.detail.fields) ? fieldsOf(entry) : 'missing details ',
    'of ',
    whose(entry, names),
  ],
  'needs-you.change-done': (entry, names) => ['marked the proposed changes to ', whose(entry, names), ' as done'],
  'email-preference.edit': (entry, names) => ['changed the email preferences of ', whose(entry, names)],
  'employee.add': (entry, names) => ['added ', person(entry, names)],
  'employee.claim-lost': (entry, names) => [
    person(entry, names),
    ' was terminated: someone else proved that the address is theirs',
  ],
  'employee.replaced': (entry, names) => [
    person(entry, names),
    ' was terminated: someone signed up elsewhere with their address',
  ],
  'employee.activate': (entry, names) => ['activated ', person(entry, names)],
  'employee.terminate': (entry, names) => ['terminated ', person(entry, names)],
  'employee.promote': (entry, names) => ['made ', person(entry, names), ' an admin'],
  'employee.revoke': (entry, names) => ['made ', person(entry, names), ' an employee'],
  'employee.sign-out': (entry, names) => ['signed out ', person(entry, names), ' everywhere'],
  'user.factors-reset': (entry, names) =>
    entry.actor === null
      ? ['Kinbridge reset the sign-in factors of ', person(entry, names)]
      : ['reset the sign-in factors of ', person(entry, names)],
  'sso.unlinked': (entry, names) => ['unlinked the single sign-on of ', person(entry, names)],
  'invitation.create': ({ detail, entityId }) => [
    `created invitation #${entityId}${detail.mailed === true ? ' and sent it by email' : ''}`,
  ],
  'invitation.use': ({ entityId }) => [`used invitation #${entityId}`],
  'scim-token.create': ({ detail }) => [`created SCIM token #${detail.tokenId}`],
  'scim-token.delete': ({ detail }) => [`deleted SCIM token #${detail.tokenId}`],
  'scim.refused': () => ['A directory asked for someone outside your organization and was refused'],
  'employee.list': () => ['viewed the list of employees'],
  'member.list': (entry) => [listed(entry, 'the list of members', 'members')],
  'member.add': (entry, names) => ['added ', person(entry, names)],
  'member.upload': ({ detail }) => [`imported a list of members: ${detail.created} new, ${detail.matched} known`],
  'member.requests-read': (entry, names) => ['viewed the requests of ', person(entry, names)],
  'member.duplicates-read': (entry, names) => ['viewed possible duplicates of ', person(entry, names)],
  'member.merges-read': (entry, names) => ['viewed what was merged into ', person(entry, names)],
  'member.export': (entry, names) => ['downloaded everything about ', person(entry, names)],
  'member.erase': ({ actor, detail, entityId }) => {
    const member = `member #${entityId}`;
    if (actor === null) return [`Kinbridge erased ${member} again after a backup was restored`];
    if (detail.kind === 'record') return [`erased ${member}`];
    if (detail.organizationId === undefined) return [`erased your organization's part of ${member}`];
    return [`erased their organization's part of ${member}; your organization keeps the record`];
  },
  'member.merge': (entry, names) => ['merged ', otherMember(entry.detail.mergedId), ' into ', person(entry, names)],
  'member.merged-away': (entry, names) => [
    'merged ',
    person(entry, names),
    ' into ',
    otherMember(entry.detail.survivorId),
  ],
  'member.merge-undo': (entry, names) => [
    'undid the merge of ',
    otherMember(entry.detail.mergedId),
    ' into ',
    person(entry, names),
  ],
  'member.merged-away-undo': (entry, names) => [
    'undid the merge of ',
    person(entry, names),
    ' into ',
    otherMember(entry.detail.survivorId),
  ],
  'member.not-duplicate': (entry, names) => [
    'said that ',
    person(entry, names),
    ' and ',
    otherMember(entry.detail.otherId),
    ' are not the same person',
  ],
  'member.not-duplicate-undo': (entry, names) => [
    'withdrew that ',
    person(entry, names),
    ' and ',
    otherMember(entry.detail.otherId),
    ' are not the same person',
  ],
  'document.create': (entry, names) => [`added ${files(entry.detail.documentIds)} to `, person(entry, names)],
  'document.list': (entry, names) => ['viewed the list of files of ', person(entry, names)],
  'document.read': (entry, names) => [`downloaded file #${entry.detail.documentId} of `, person(entry, names)],
  'document.delete': (entry, names) => [`deleted file #${entry.detail.documentId} of `, person(entry, names)],
  'file.infected': (entry, names) => {
    const virus = ` with a virus (${entry.detail.virus})`;
    if (entry.entityType === 'file') return [`uploaded a file${virus}, which was refused`];
    const what: Piece = entry.entityId === null ? 'a form' : subject(entry, names);
    return [`Removed file #${entry.detail.fileId}${virus} from `, what];
  },
  'member.opted-out': (entry, names) => [person(entry, names), ' opted out of texts'],
  'member.opted-in': (entry, names) => [person(entry, names), ' opted in to texts again'],
  'service-request.create': (entry) => {
    const { surveyAnswerId, source } = entry.detail;
    const origin = surveyAnswerId ? ' from a form' : source === 'SELF' ? ' from the public directory' : '';
    return ['created ', request(entry), origin];
  },
  'service-request.read': (entry) =>
    entry.detail.background && !entry.detail.byEmailLink
      ? ['kept ', request(entry), ' open']
      : ['viewed ', request(entry)],
  'service-request.file-read': (entry) => ['downloaded a file of ', request(entry)],
  'service-request.list': (entry) => {
    const list = requestLists[String(entry.detail.list)] ?? 'a list of requests';
    return [listed(entry, list, list)];
  },
  'service-request.move': (entry) => {
    const [from, to] = [statusOf(entry.detail.from), statusOf(entry.detail.to)];
    if (entry.detail.undo) return ['undid moving ', request(entry), ` from ${to} to ${from}`];
    return ['moved ', request(entry), ` from ${from} to ${to}${outcomeOf(entry)}`];
  },
  'service-request.assign': (entry, { employees }) => {
    const { assigneeId } = entry.detail;
    const who = typeof assigneeId === 'number' ? (employees.get(assigneeId) ?? `employee #${assigneeId}`) : 'nobody';
    return ['assigned ', request(entry), ` to ${who}`];
  },
  'service-request.remind': (entry) => ['Kinbridge sent a reminder about ', request(entry)],
  'service-request.member-says-no': (entry) => ['The member answered NO to ', request(entry)],
  'needs-you.done': (entry) => [`marked ${needOf(entry)} `, request(entry), ' as done'],
  'note.create': (entry) => ['commented on ', request(entry)],
  'message.send': (entry, names) => ['texted ', person(entry, names)],
  'message.resend': (entry, names) => ['sent a text again to ', person(entry, names)],
  'message.list': (entry, names) => ['read the texts of ', subject(entry, names)],
  'message.export': (entry, names) => ['exported the texts of ', subject(entry, names)],
  'member.export-skipped': ({ entityId }) => [`downloaded the skipped rows of member list #${entityId}`],
  'campaign.send': (entry) => ['sent ', massMessage(entry), ` to ${peopleOf(entry.detail.queued)}`],
  'campaign.retry': (entry) => ['sent ', massMessage(entry), ` again to ${peopleOf(entry.detail.retried)}`],
  'campaign.stop': (entry) => ['stopped ', massMessage(entry), ` before it went to ${peopleOf(entry.detail.stopped)}`],
  'campaign.test': () => ['sent a test of a mass message to themselves'],
  'campaign.preview': () => ['viewed who would get a mass message'],
  'campaign.read': (entry) => ['viewed ', massMessage(entry)],
  'custom-message.edit': () => ['changed a message template'],
  'survey.publish': ({ detail, entityId }) => [`published form #${entityId}, version ${detail.version}`],
  'survey.archive': ({ entityId }) => [`archived form #${entityId}`],
  'survey.unarchive': ({ entityId }) => [`unarchived form #${entityId}`],
  'survey.assign': (entry, names) => [`assigned form #${entry.detail.surveyId} to `, person(entry, names)],
  'survey-answer.create': ({ actor, detail, entityId }) =>
    actor === null
      ? [`Someone answered form #${detail.surveyId} through its link (answer #${entityId})`]
      : [`answered form #${detail.surveyId} for a member (answer #${entityId})`],
  'survey-answer.upload': ({ detail, entityId }) => [`uploaded ${detail.created} responses to form #${entityId}`],
  'survey-answer.list': (entry) => {
    const list = `the submissions of form #${entry.entityId}`;
    return [listed(entry, list, list)];
  },
  'survey-answer.read': ({ entityId }) => [`viewed answer #${entityId} to a form`],
  'survey-answer.file-read': ({ entityId }) => [`downloaded a file of answer #${entityId} to a form`],
  'survey-answer.figures': ({ entityId }) => [`viewed the analytics of form #${entityId}`],
  'survey-answer.export': ({ entityId }) => [`exported the submissions of form #${entityId}`],
  'member.surveys-read': (entry, names) => ['viewed the forms of ', person(entry, names)],
  'organization.register': () => ['The organization was registered'],
  'organization.approve': () => ['Kinbridge approved the organization'],
  'organization.refuse': () => ['Kinbridge refused the organization'],
  'organization.suspend': () => ['Kinbridge suspended the organization'],
  'organization.restore': () => ['Kinbridge restored the organization'],
  'organization.edit': (entry) => ['changed ', fieldsOf(entry), 'of the business profile'],
  'organization.profile-proposed': (entry) => ['proposed to change ', fieldsOf(entry), 'of the business profile'],
  'organization.profile-withdrawn': () => ['withdrew the proposed changes of the business profile'],
  'organization.profile-accepted': (entry) => [
    'Kinbridge accepted changes of ',
    fieldsOf(entry),
    'of the business profile',
  ],
  'organization.profile-declined': (entry) => [
    'Kinbridge declined changes of ',
    fieldsOf(entry),
    'of the business profile',
  ],
  'organization.sign-in-rules': (entry) =>
    entry.actor === null
      ? ['Kinbridge allowed passwords again']
      : ['changed ', fieldsOf(entry), 'of the sign-in rules'],
  'organization.setup-dismiss': () => ['dismissed the list of first steps'],
  'organization.setup-show': () => ['showed the list of first steps again'],
  'service.add': (entry, names) => ['added ', service(entry, names)],
  'service.edit': (entry, names) => ['changed ', fieldsOf(entry), 'of ', service(entry, names)],
  'service.availability': (entry, names) => ['set ', service(entry, names), ` to ${availabilityOf(entry.detail.to)}`],
  'service.confirm': (entry, names) => ['confirmed the listing of ', service(entry, names)],
  'service.delete': (entry, names) => ['deleted ', service(entry, names)],
  'records.alert': (entry, names) => [
    person(entry, names),
    ` opened or exported the records of ${counted(Number(entry.detail.count), 'member')} within an hour; Kinbridge told others by email`,
  ],
  'support.ask': () => ['wrote to Contact Support'],
  'support.reply': () => ['replied to Contact Support'],
  'metrics.export': () => ['exported the requests of the metrics dashboard'],
  'audit.list': () => ['viewed the audit log'],
  'audit.export': () => ['exported the audit log'],
};

/** An action without a sentence shows its name. */
const unknownSentence: Sentence = (entry, names) => [
  `${withSpaces(entry.action)}${entry.entityId === null ? '' : ': '}`,
  entry.entityId === null ? [] : subject(entry, names),
];
