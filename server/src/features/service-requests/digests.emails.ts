import { counted } from '@kinbridge/contract/shared/counted';
import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';

/** The figures of the morning, with a link to each list; never a name or a need. */
export const digestEmails: EmailTexts = {
  'daily-digest': async (app, { payload }) => {
    const { new: fresh = 0, overdue = 0, assigned = 0 } = payload;
    const { publicUrl } = app.config;
    const board = `${publicUrl}/incoming-service-requests`;
    const parts = [
      {
        count: fresh,
        words: 'new',
        sentence: `${counted(fresh, 'new request')} since yesterday morning.`,
        link: { label: 'New requests', url: board },
      },
      {
        count: overdue,
        words: 'overdue',
        sentence: `${counted(overdue, 'request is', 'requests are')} overdue.`,
        link: { label: 'Overdue requests', url: `${board}?overdue=true&sort=dueTimestamp,asc` },
      },
      {
        count: assigned,
        words: 'assigned to you',
        sentence: `${counted(assigned, 'request is', 'requests are')} assigned to you.`,
        link: { label: 'Assigned to you', url: `${publicUrl}/` },
      },
    ].filter(({ count }) => count > 0);
    return layOutEmail({
      subject: `Your day in Kinbridge: ${parts.map(({ count, words }) => `${count} ${words}`).join(', ')}`,
      paragraphs: parts.map(({ sentence }) => sentence),
      actions: parts.map(({ link }) => link),
      notes: ['You can turn off this email in your profile.'],
    });
  },
};
