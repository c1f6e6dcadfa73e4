import { addressLines, type Contact } from '@kinbridge/contract/services/contact';
import { counted } from '@kinbridge/contract/shared/counted';
import { formatPhoneNumber } from '@kinbridge/contract/shared/phone-number';
import { actUrl, createActToken } from '../../records/emails/act-tokens.commands.ts';
import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';
import { findUnconfirmedServices, unconfirmedEmail } from './unconfirmed.commands.ts';

/** Gmail cuts off an email of over 102 kB. */
const maxLinks = 200;

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

export const serviceEmails: EmailTexts = {
  [unconfirmedEmail]: async (app, { userId }) => {
    const services = await findUnconfirmedServices(app.db, userId);
    if (services.length === 0) return null;
    const listed = services.slice(0, maxLinks);
    const actions = [];
    for (const { id: serviceId, name } of listed) {
      const token = await createActToken(app.db, { userId, serviceId });
      actions.push({ label: `Confirm ${name}`, url: actUrl(app.config, token) });
    }
    return layOutEmail({
      subject: services.length === 1 ? 'Is this service still right?' : 'Are these services still right?',
      paragraphs: [
        `Nobody has confirmed ${counted(services.length, 'listing')} of your organization in over 90 days. Partners see that when they choose a service.`,
        ...listed.map(({ name, since, contact }) =>
          [`${name}: not confirmed since ${day.format(since)}`, ...contactParts(contact)].join(' · '),
        ),
        ...(services.length > maxLinks ? [`And ${services.length - maxLinks} more.`] : []),
      ],
      actions: [...actions, { label: 'Open in Kinbridge', url: `${app.config.publicUrl}/account-management` }],
      notes: ['A Confirm link works for 7 days, without signing in. If something changed, edit it in Kinbridge.'],
    });
  },
};

/** What partners read about how to reach a service. */
function contactParts(contact: Contact): string[] {
  const { phoneNumber, website } = contact;
  const parts = [phoneNumber && formatPhoneNumber(phoneNumber), addressLines(contact).join(', '), website];
  return parts.filter((part) => typeof part === 'string' && part !== '') as string[];
}
