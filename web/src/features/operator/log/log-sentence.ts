import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';

/** What happened, without who did it. `{}` is the organization or person. */
const sentences: Record<string, string> = {
  'organization.approve': 'Approved {}',
  'organization.refuse': 'Refused {}',
  'organization.suspend': 'Suspended {}',
  'organization.restore': 'Restored {}',
  'organization.profile-accepted': 'Accepted the changes of {}',
  'organization.profile-declined': 'Declined the changes of {}',
  'organization.allow-passwords': 'Allowed passwords for {}',
  'file.infected': 'A file with a virus was refused',
  'retention.run': 'Deleted records that were kept as long as the settings say',
  'encryption.rotate': 'Encrypted secrets and files with the newest key',
  'encryption.lost-key': 'Went on without a lost encryption key',
  'operator.add': 'Added {} as an operator',
  'operator.remove': 'Removed {} as an operator',
  'operator.organizations-list': 'Viewed the organizations',
  'operator.organization-read': 'Viewed {}',
  'support.answer': 'Answered {}',
  'support.assign': 'Assigned {}',
  'support.close': 'Closed {}',
  'support.reopen': 'Opened {} again',
  'announcement.write': 'Wrote {}',
  'announcement.edit': 'Changed {}',
  'announcement.publish': 'Published {}',
  'announcement.end': 'Ended {}',
  'job.retry': 'Ran {} again',
  'usage.count': 'Counted what organizations use',
  'operator.support-list': 'Viewed the support questions',
  'operator.support-read': 'Viewed {}',
  'operator.announcements-list': 'Viewed the announcements',
  'operator.system-read': 'Viewed the system page',
  'operator.usage-list': 'Viewed the usage page',
  'operator.log-list': 'Viewed this log',
  'operator.log-export': 'Exported this log',
  'session.login': 'Signed in',
  'session.login-failed': 'Someone failed to sign in as {}',
  'session.logout': 'Signed out',
  'session.new-device': 'Signed in on a new device',
  'session.ended': 'Ended sessions of their own',
  'session.refresh-token-reused': 'A session of {} ended, because its token was used twice',
  'totp.refused': 'Someone entered a wrong code for {}',
  'passkey.refused': "Someone used a passkey of {} that didn't work",
  'user.factors-reset': 'Removed the second factors of {}',
  'user.edit': 'Changed their own profile',
  'user.read': 'Viewed their own profile',
  'user.email-changed': 'Changed their own email',
  'user.password-reset': 'Reset their own password',
  'user.password-changed': 'Changed their own password',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'totp.enabled': 'Set up an authenticator app',
  'totp.disabled': 'Removed their authenticator app',
  'push-device.added': 'Turned on push notifications on a device',
  'push-device.removed': 'Turned off push notifications on a device',
};

export function logSentence({ action, organization, person, entityType, entityId }: OperatorLogEntry): string {
  const subject =
    organization?.name ??
    (person ? fullName(person) : `${entityType === 'support-message' ? 'question' : entityType} #${entityId}`);
  return sentences[action]?.replace('{}', () => subject) ?? `${action} (${subject})`;
}

export function logActor({ actor, action, detail }: OperatorLogEntry): string {
  if (actor) return fullName(actor);
  if (action === 'retention.run') return 'Nightly job';
  return detail.byCommand === true ? 'Command' : '–';
}
