import { addressLines, type Contact, shortWebsite } from '@kinbridge/contract/services/contact';
import { formatUsPhoneNumber } from '@kinbridge/contract/shared/us-phone-number';
import { type Html, html, joined, type Part } from './html.ts';

interface ContactTexts {
  phone: string;
  place: string;
  website: string;
}

/** How to reach a service, as terms and values. */
export function contactRows(contact: Contact, texts: ContactTexts): [string, Part][] {
  const lines = addressLines(contact);
  return [
    [texts.phone, phoneHtml(contact)],
    [texts.place, lines.length > 0 && joined(lines, html`<br>`)],
    [texts.website, websiteHtml(contact)],
  ];
}

/** The same as one paragraph; without what is unknown. */
export function contactLine(contact: Contact): Part {
  const address = addressLines(contact).join(', ');
  const parts = [phoneHtml(contact), address, websiteHtml(contact)].filter((part) => part);
  return parts.length > 0 && html`<p class="contact">${joined(parts, ' · ')}</p>`;
}

function phoneHtml({ phoneNumber }: Contact): Html | null {
  return phoneNumber === null ? null : html`<a href="tel:${phoneNumber}">${formatUsPhoneNumber(phoneNumber)}</a>`;
}

function websiteHtml({ website }: Contact): Html | null {
  return website === null ? null : html`<a href="${website}" rel="noopener nofollow">${shortWebsite(website)}</a>`;
}
