import { type EmailTexts, idIn } from '../../records/emails/email-layout.ts';
import { findLostClaim, findPendingEmployee } from './employees.queries.ts';

/** Anyone can sign up under any name, so names that could be a link or a message are left out. */
const plainName = /^(?:[\p{L}\p{M}'’ -]|\.(?= |$)){1,80}$/u;

export const employeeEmails: EmailTexts = {
  'account-activated': async (app) => ({
    subject: 'Your Kinbridge account is active',
    text: `An administrator of your organization has activated your account. You can sign in and start:\n\n${app.config.publicUrl}/login`,
  }),
  'account-declined': async () => ({
    subject: 'Your Kinbridge account was declined',
    text: 'An administrator of your organization has declined your account. If you think this is a mistake, please contact them.',
  }),
  'factors-reset': async (app) => ({
    subject: 'Your Kinbridge sign-in factors were reset',
    text: [
      'Your passkeys, authenticator app and recovery codes for Kinbridge were removed. You can sign in without them and set up new ones under Security in your profile:',
      app.config.publicUrl,
      "If you didn't ask for this, contact an administrator of your organization, and check your sessions in your profile.",
    ].join('\n\n'),
  }),
  'sign-in-unlinked': async (app) => ({
    subject: 'Your Kinbridge account was unlinked from single sign-on',
    text: [
      "An administrator unlinked your Kinbridge account from your organization's sign-in service and ended the sessions that you began there. Sign in again to link it:",
      `${app.config.publicUrl}/login`,
      "If you didn't expect this, contact an administrator of your organization.",
    ].join('\n\n'),
  }),
  'employee-pending': async (app, { payload }) => {
    const pending = await findPendingEmployee(app.db, idIn(payload, 'employeeId'));
    if (!pending) return null;
    const name = plainName.test(pending.name) ? pending.name : 'Someone';
    return {
      subject: `${name} is waiting for your approval`,
      text: [
        `${name} (${pending.email}) signed up for ${pending.organization} on Kinbridge. Approve or decline them here:`,
        `${app.config.publicUrl}/employees?tab=pending`,
        "If you don't know this person, decline them.",
      ].join('\n\n'),
    };
  },
  'claim-lost': async (app, { payload }) => {
    const employeeId = idIn(payload, 'employeeId');
    const lost = await findLostClaim(app.db, employeeId);
    if (!lost) return null;
    const name = plainName.test(lost.name) ? lost.name : 'Someone';
    return {
      subject: `${name} can no longer sign in to your organization`,
      text: [
        `Your organization added ${name} with the address ${lost.email}. Someone has now proved that this mailbox is theirs, with an account of their own on Kinbridge. So ${name} is shown as terminated:`,
        `${app.config.publicUrl}/employees/${employeeId}`,
        'If the address was wrong, correct it in your directory and activate the person there.',
      ].join('\n\n'),
    };
  },
};
