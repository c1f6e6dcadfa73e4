/** The kinds of the audit log filter with their actions. */
export const auditKinds = {
  'Sign-ins': [
    'session.login',
    'session.login-failed',
    'session.logout',
    'session.refresh-token-reused',
    'session.claimed-other-user',
    'session.claimed-other-organization',
  ],
  Employees: [
    'employee.activate',
    'employee.terminate',
    'employee.promote',
    'employee.revoke',
    'user.sign-up',
    'user.verified',
    'invitation.create',
    'invitation.use',
  ],
  'Profile changes': [
    'user.edit',
    'user.fill',
    'user.change-proposed',
    'user.change-accepted',
    'user.change-declined',
    'user.change-withdrawn',
    'user.email-changed',
    'user.password-reset',
    'user.password-changed',
    'email-preference.edit',
  ],
  'Members and files': [
    'member.add',
    'member.merge',
    'member.merged-away',
    'member.merge-undo',
    'member.merged-away-undo',
    'member.not-duplicate',
    'member.not-duplicate-undo',
    'document.create',
    'document.delete',
  ],
  'Request changes': [
    'service-request.create',
    'service-request.move',
    'service-request.assign',
    'service-request.remind',
    'service-request.member-says-no',
    'note.create',
  ],
  Messages: [
    'message.send',
    'message.resend',
    'campaign.send',
    'campaign.retry',
    'campaign.stop',
    'campaign.test',
    'custom-message.edit',
    'member.opted-out',
    'member.opted-in',
    'support.ask',
  ],
  Forms: [
    'survey.publish',
    'survey.archive',
    'survey.unarchive',
    'survey.assign',
    'survey-answer.create',
    'survey-answer.upload',
  ],
  'Organization and services': [
    'organization.register',
    'organization.edit',
    'organization.approve',
    'organization.refuse',
    'organization.suspend',
    'organization.restore',
    'organization.setup-dismiss',
    'organization.setup-show',
    'service.add',
    'service.edit',
    'service.availability',
    'service.confirm',
    'service.delete',
  ],
  Views: [
    'user.read',
    'member.list',
    'member.requests-read',
    'member.duplicates-read',
    'member.merges-read',
    'member.surveys-read',
    'survey-answer.list',
    'survey-answer.read',
    'survey-answer.file-read',
    'survey-answer.figures',
    'document.list',
    'document.read',
    'employee.list',
    'service-request.read',
    'service-request.list',
    'service-request.file-read',
    'message.list',
    'campaign.preview',
    'campaign.read',
    'audit.list',
  ],
  Exports: ['message.export', 'member.export-skipped', 'survey-answer.export', 'metrics.export', 'audit.export'],
} as const satisfies Record<string, readonly string[]>;

export type AuditKind = keyof typeof auditKinds;

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
