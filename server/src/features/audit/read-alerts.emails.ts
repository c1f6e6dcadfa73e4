import { counted } from '@kinbridge/contract/shared/counted';
import { type EmailTexts, idIn, layOutEmail } from '../../records/emails/email-layout.ts';

export const unusualReadsEmail = 'unusual-reads';
export const unusualReadsOperatorEmail = 'unusual-reads-operator';

const subject = 'Unusually many member records were opened';

/** Name nobody: an email is read on phones and forwarded. The audit log says who it was. */
export const readAlertEmails: EmailTexts = {
  [unusualReadsEmail]: async (app, { payload }) =>
    layOutEmail({
      subject,
      paragraphs: [
        `Someone in your organization opened or exported the records of ${members(payload)} within an hour.`,
        "The audit log shows who it was and what they opened. If they shouldn't have, terminate their account under Employees, which signs them out.",
      ],
      actions: [{ label: 'Open the audit log', url: `${app.config.publicUrl}/account-management?tab=audit-log` }],
      notes: ['We email you about the same person at most once a day.'],
    }),
  [unusualReadsOperatorEmail]: async (app, { payload }) => {
    const organizationId = idIn(payload, 'organizationId');
    return layOutEmail({
      subject,
      paragraphs: [
        `Someone in organization #${organizationId} opened or exported the records of ${members(payload)} within an hour. The organization has no other active admin whom we could tell.`,
        'Its audit log, which only its own admins can read, shows who it was. Ask the organization whether it is right.',
      ],
      actions: [
        {
          label: 'Open the organization',
          url: `${app.config.publicUrl}/operator/organizations/${organizationId}`,
        },
      ],
      notes: ['We email you about the same person at most once a day.'],
    });
  },
};

function members(payload: Record<string, number>): string {
  return counted(idIn(payload, 'count'), 'member');
}
