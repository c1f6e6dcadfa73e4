/** The kinds of the operator's log filter with their actions. */
export const operatorKinds = {
  Organizations: ['organization.approve', 'organization.refuse', 'organization.suspend', 'organization.restore'],
  People: ['operator.add', 'operator.remove', 'user.factors-reset', 'organization.allow-passwords'],
  Data: ['retention.run', 'encryption.rotate', 'encryption.lost-key'],
  'Sign-ins': [
    'session.login',
    'session.login-failed',
    'session.logout',
    'session.new-device',
    'session.ended',
    'session.refresh-token-reused',
    'totp.refused',
    'passkey.refused',
  ],
  'Own account': [
    'user.edit',
    'user.email-changed',
    'user.password-reset',
    'user.password-changed',
    'passkey.added',
    'passkey.removed',
    'totp.enabled',
    'totp.disabled',
  ],
  Support: ['support.answer', 'support.assign', 'support.close', 'support.reopen'],
  Announcements: ['announcement.write', 'announcement.edit', 'announcement.publish', 'announcement.end'],
  System: ['job.retry', 'usage.count'],
  Views: [
    'operator.support-list',
    'operator.support-read',
    'operator.announcements-list',
    'operator.system-read',
    'operator.usage-list',
    'operator.organizations-list',
    'operator.organization-read',
    'operator.log-list',
    'operator.log-export',
    'user.read',
  ],
} as const satisfies Record<string, readonly string[]>;

export type OperatorKind = keyof typeof operatorKinds;
