import type { EmailTexts } from '../../records/emails/email-layout.ts';
import type { MemberLinks } from '../../records/emails/emails.commands.ts';

/** Only links: no names, fields or values. */
export const proposedChangeEmails: EmailTexts = {
  'change-proposed': async (app, { payload }) => {
    const { memberIds, count } = payload as unknown as MemberLinks;
    const links = memberIds.map((id) => `${app.config.publicUrl}/members/${id}`);
    const more = count - links.length;
    const what = count === 1 ? 'a change to a member' : `changes to ${count} members`;
    const text = [
      `Another organization proposed ${what} that your organization added. Review here, then accept or decline:`,
      links.join('\n'),
      ...(more > 0 ? [`${more} more ${more === 1 ? 'member has' : 'members have'} proposed changes.`] : []),
    ];
    return {
      subject: count === 1 ? 'Proposed change to a member' : 'Proposed changes to members',
      text: text.join('\n\n'),
    };
  },
};
