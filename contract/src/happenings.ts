/** The kinds of the audit log filter, and those of the operators' log. */
const kinds = [
  'Sign-ins',
  'Employees',
  'Profile changes',
  'Members and files',
  'Request changes',
  'Messages',
  'Forms',
  'Organization and services',
  'Alerts',
  'Views',
  'Exports',
] as const;
const operatorKindNames = [
  'Organizations',
  'People',
  'Data',
  'Sign-ins',
  'Own account',
  'Support',
  'Announcements',
  'System',
  'Views',
] as const;

export type AuditKind = (typeof kinds)[number];
export type OperatorKind = (typeof operatorKindNames)[number];

/** What the screens that are open hear of it. */
export type Heard =
  | 'announcement'
  | 'announcement-draft'
  | 'campaign'
  | 'employee'
  | 'member'
  | 'needs-you'
  | 'organization'
  | 'review'
  | 'service'
  | 'support';

interface Happening {
  /** The kind of record it happens to. */
  on: string;
  kind?: AuditKind;
  operators?: OperatorKind;
  live?: Heard;
}

/** Operators decide it about an organization. */
const decided = {
  on: 'organization',
  kind: 'Organization and services',
  operators: 'Organizations',
  live: 'review',
} as const satisfies Happening;

/** Everything that can happen, by the name it has in the log. */
export const happenings = {
  'session.login': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.login-failed': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.logout': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.new-device': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.ended': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'totp.refused': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'passkey.refused': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.refresh-token-reused': { on: 'user', kind: 'Sign-ins', operators: 'Sign-ins' },
  'session.idle': { on: 'user', kind: 'Sign-ins' },
  'session.claimed-other-user': { on: 'user', kind: 'Sign-ins' },
  'session.claimed-other-organization': { on: 'user', kind: 'Sign-ins' },
  'scim.refused': { on: 'organization', kind: 'Sign-ins' },
  'sso.linked': { on: 'user', kind: 'Sign-ins' },
  'sso.refused': { on: 'organization', kind: 'Sign-ins' },
  'employee.add': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.claim-lost': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.replaced': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.activate': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.terminate': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.promote': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.revoke': { on: 'user', kind: 'Employees', live: 'employee' },
  'employee.sign-out': { on: 'user', kind: 'Employees', live: 'employee' },
  'user.factors-reset': { on: 'user', kind: 'Employees', operators: 'People', live: 'employee' },
  'sso.unlinked': { on: 'user', kind: 'Employees', live: 'employee' },
  'user.sign-up': { on: 'user', kind: 'Employees' },
  'user.verified': { on: 'user', kind: 'Employees' },
  'invitation.create': { on: 'invitation', kind: 'Employees', live: 'organization' },
  'invitation.use': { on: 'invitation', kind: 'Employees' },
  'user.edit': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'user.fill': { on: 'user', kind: 'Profile changes' },
  'user.change-proposed': { on: 'user', kind: 'Profile changes' },
  'user.change-accepted': { on: 'user', kind: 'Profile changes' },
  'user.change-declined': { on: 'user', kind: 'Profile changes' },
  'user.change-withdrawn': { on: 'user', kind: 'Profile changes' },
  'needs-you.change-done': { on: 'user', kind: 'Profile changes', live: 'needs-you' },
  'user.email-changed': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'user.password-reset': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'user.password-changed': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'passkey.added': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'passkey.removed': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'totp.enabled': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'totp.recovery-codes': { on: 'user', kind: 'Profile changes' },
  'totp.disabled': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'push-device.added': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'push-device.removed': { on: 'user', kind: 'Profile changes', operators: 'Own account' },
  'email-preference.edit': { on: 'user', kind: 'Profile changes', live: 'needs-you' },
  'member.add': { on: 'user', kind: 'Members and files' },
  'member.upload': { on: 'member-upload', kind: 'Members and files' },
  'member.merge': { on: 'user', kind: 'Members and files' },
  'member.merged-away': { on: 'user', kind: 'Members and files' },
  'member.merge-undo': { on: 'user', kind: 'Members and files' },
  'member.merged-away-undo': { on: 'user', kind: 'Members and files' },
  'member.not-duplicate': { on: 'user', kind: 'Members and files' },
  'member.not-duplicate-undo': { on: 'user', kind: 'Members and files' },
  'member.erase': { on: 'user', kind: 'Members and files', live: 'member' },
  'member.export': { on: 'user', kind: 'Members and files' },
  'document.create': { on: 'user', kind: 'Members and files' },
  'document.delete': { on: 'user', kind: 'Members and files' },
  'file.infected': { on: 'file', kind: 'Members and files' },
  'service-request.create': { on: 'service-request', kind: 'Request changes' },
  'service-request.move': { on: 'service-request', kind: 'Request changes' },
  'service-request.assign': { on: 'service-request', kind: 'Request changes' },
  'service-request.remind': { on: 'service-request', kind: 'Request changes' },
  'service-request.member-says-no': { on: 'service-request', kind: 'Request changes' },
  'needs-you.done': { on: 'service-request', kind: 'Request changes', live: 'needs-you' },
  'note.create': { on: 'service-request', kind: 'Request changes' },
  'message.send': { on: 'user', kind: 'Messages' },
  'message.resend': { on: 'user', kind: 'Messages' },
  'campaign.send': { on: 'campaign', kind: 'Messages', live: 'campaign' },
  'campaign.retry': { on: 'campaign', kind: 'Messages', live: 'campaign' },
  'campaign.stop': { on: 'campaign', kind: 'Messages', live: 'campaign' },
  'campaign.test': { on: 'user', kind: 'Messages' },
  'custom-message.edit': { on: 'custom-message', kind: 'Messages' },
  'member.opted-out': { on: 'user', kind: 'Messages' },
  'member.opted-in': { on: 'user', kind: 'Messages' },
  'support.ask': { on: 'support-message', kind: 'Messages', live: 'support' },
  'support.reply': { on: 'support-message', kind: 'Messages', live: 'support' },
  'survey.publish': { on: 'survey', kind: 'Forms', live: 'organization' },
  'survey.archive': { on: 'survey', kind: 'Forms', live: 'organization' },
  'survey.unarchive': { on: 'survey', kind: 'Forms', live: 'organization' },
  'survey.assign': { on: 'user', kind: 'Forms' },
  'survey-answer.create': { on: 'survey-answer', kind: 'Forms' },
  'survey-answer.upload': { on: 'survey', kind: 'Forms' },
  'organization.register': { on: 'organization', kind: 'Organization and services' },
  'organization.edit': { on: 'organization', kind: 'Organization and services', live: 'review' },
  'organization.profile-proposed': { on: 'organization', kind: 'Organization and services', live: 'review' },
  'organization.profile-withdrawn': { on: 'organization', kind: 'Organization and services', live: 'review' },
  'organization.profile-accepted': decided,
  'organization.profile-declined': decided,
  'organization.approve': decided,
  'organization.refuse': decided,
  'organization.suspend': decided,
  'organization.restore': decided,
  'organization.sign-in-rules': { on: 'organization', kind: 'Organization and services', live: 'organization' },
  'saml.edit': { on: 'organization', kind: 'Organization and services' },
  'saml.delete': { on: 'organization', kind: 'Organization and services' },
  'oidc.edit': { on: 'organization', kind: 'Organization and services' },
  'oidc.delete': { on: 'organization', kind: 'Organization and services' },
  'sso.domain-proven': { on: 'organization', kind: 'Organization and services' },
  'sso.domain-lost': { on: 'organization', kind: 'Organization and services' },
  'organization.setup-dismiss': { on: 'organization', kind: 'Organization and services', live: 'organization' },
  'organization.setup-show': { on: 'organization', kind: 'Organization and services', live: 'organization' },
  'scim-token.create': { on: 'organization', kind: 'Organization and services' },
  'scim-token.delete': { on: 'organization', kind: 'Organization and services' },
  'service.add': { on: 'service', kind: 'Organization and services', live: 'service' },
  'service.edit': { on: 'service', kind: 'Organization and services', live: 'service' },
  'service.availability': { on: 'service', kind: 'Organization and services', live: 'service' },
  'service.confirm': { on: 'service', kind: 'Organization and services', live: 'service' },
  'service.delete': { on: 'service', kind: 'Organization and services', live: 'service' },
  'records.alert': { on: 'user', kind: 'Alerts' },
  'user.read': { on: 'user', kind: 'Views', operators: 'Views' },
  'member.list': { on: 'organization', kind: 'Views' },
  'member.requests-read': { on: 'user', kind: 'Views' },
  'member.duplicates-read': { on: 'user', kind: 'Views' },
  'member.merges-read': { on: 'user', kind: 'Views' },
  'member.surveys-read': { on: 'user', kind: 'Views' },
  'survey-answer.list': { on: 'survey', kind: 'Views' },
  'survey-answer.read': { on: 'survey-answer', kind: 'Views' },
  'survey-answer.file-read': { on: 'survey-answer', kind: 'Views' },
  'survey-answer.figures': { on: 'survey', kind: 'Views' },
  'document.list': { on: 'user', kind: 'Views' },
  'document.read': { on: 'user', kind: 'Views' },
  'employee.list': { on: 'organization', kind: 'Views' },
  'service-request.read': { on: 'service-request', kind: 'Views' },
  'service-request.list': { on: 'organization', kind: 'Views' },
  'service-request.file-read': { on: 'service-request', kind: 'Views' },
  'message.list': { on: 'user', kind: 'Views' },
  'campaign.preview': { on: 'organization', kind: 'Views' },
  'campaign.read': { on: 'campaign', kind: 'Views' },
  'audit.list': { on: 'organization', kind: 'Views' },
  'message.export': { on: 'user', kind: 'Exports' },
  'member.export-skipped': { on: 'member-upload', kind: 'Exports' },
  'survey-answer.export': { on: 'survey', kind: 'Exports' },
  'metrics.export': { on: 'organization', kind: 'Exports' },
  'audit.export': { on: 'organization', kind: 'Exports' },
  'operator.add': { on: 'user', operators: 'People' },
  'operator.remove': { on: 'user', operators: 'People' },
  'organization.allow-passwords': { on: 'organization', operators: 'People' },
  'retention.run': { on: 'retention', operators: 'Data' },
  'encryption.rotate': { on: 'encryption key', operators: 'Data' },
  'encryption.lost-key': { on: 'encryption key', operators: 'Data' },
  'support.answer': { on: 'support-message', operators: 'Support', live: 'support' },
  'support.assign': { on: 'support-message', operators: 'Support', live: 'support' },
  'support.close': { on: 'support-message', operators: 'Support', live: 'support' },
  'support.reopen': { on: 'support-message', operators: 'Support', live: 'support' },
  'announcement.write': { on: 'announcement', operators: 'Announcements', live: 'announcement-draft' },
  'announcement.edit': { on: 'announcement', operators: 'Announcements', live: 'announcement-draft' },
  'announcement.publish': { on: 'announcement', operators: 'Announcements', live: 'announcement' },
  'announcement.end': { on: 'announcement', operators: 'Announcements', live: 'announcement' },
  'job.retry': { on: 'job', operators: 'System' },
  'usage.count': { on: 'user', operators: 'System' },
  'operator.support-list': { on: 'user', operators: 'Views' },
  'operator.support-read': { on: 'support-message', operators: 'Views' },
  'operator.announcements-list': { on: 'user', operators: 'Views' },
  'operator.system-read': { on: 'user', operators: 'Views' },
  'operator.usage-list': { on: 'user', operators: 'Views' },
  'operator.organizations-list': { on: 'user', operators: 'Views' },
  'operator.organization-read': { on: 'organization', operators: 'Views' },
  'operator.log-list': { on: 'user', operators: 'Views' },
  'operator.log-export': { on: 'user', operators: 'Views' },
  'audit.keyed': { on: 'audit-chain' },
} as const satisfies Record<string, Happening>;

export type Action = keyof typeof happenings;

const all: [string, Happening][] = Object.entries(happenings);

const actionsOf = (name: 'kind' | 'operators', kind: string) =>
  all.filter(([, happening]) => happening[name] === kind).map(([action]) => action);

const byKind = <Kind extends string>(name: 'kind' | 'operators', names: readonly Kind[]) =>
  Object.fromEntries(names.map((kind) => [kind, actionsOf(name, kind)])) as Record<Kind, string[]>;

/** The actions of each kind. */
export const auditKinds = byKind('kind', kinds);
export const operatorKinds = byKind('operators', operatorKindNames);

const unchanging: readonly string[] = ['Sign-ins', 'Views', 'Exports'] satisfies AuditKind[];

/** All actions that change something. */
export const auditChanges: readonly string[] = Object.entries(auditKinds).flatMap(([kind, actions]) =>
  unchanging.includes(kind) ? [] : actions,
);

/** The actions shown for one member's record. */
export const memberChanges: readonly string[] = [
  ...auditKinds['Profile changes'],
  ...auditKinds['Members and files'],
  ...auditKinds.Messages,
  ...auditKinds.Forms,
];
export const memberViews: readonly string[] = [...auditKinds.Views, ...auditKinds.Exports];
