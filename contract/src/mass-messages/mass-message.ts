/** The maximum number of recipients of a mass message. */
export const massMessageMaxRecipients = 100_000;

export const optOutSentence = 'Reply STOP to opt out.';

/** Why a chosen person gets no mass message, in addition to the reasons for every text. */
export const massMessageReasons = {
  sameNumber: 'Someone else selected has the same number, which gets the message once.',
  notActive: 'This employee is not active.',
} as const;

/** Why a stopped mass message's text isn't sent or resent. */
export const stoppedReason = 'Not sent: this mass message was stopped.';

/** How texts say to opt out; 'Text Stop & Shop' doesn't. */
const optOutWording =
  /\b(?:reply|text|send)\s+["'“‘]?stop["'”’]?(?:\s+to\s+(?:opt[\s-]?out|end|unsubscribe|cancel|quit|stop)\b|[.!?)]+["'”’]?(?=\s|$)|[ \t]*(?=\n|$))/i;

/** Adds the organization's name and the opt-out sentence, unless the text already has them. */
export function massMessageBody(message: string, organizationName: string): string {
  const text = message.trim();
  const saysStop = optOutWording.test(text);
  const saysName = namesOrganization(text, organizationName);
  if (saysStop && saysName) return text;
  if (saysName) return `${text} ${optOutSentence}`;
  const name = /[.!?]$/.test(organizationName) ? organizationName : `${organizationName}.`;
  if (!saysStop) return `${text}\n${name} ${optOutSentence}`;
  // Keeps the opt-out sentence last.
  const said = /\s*\breply stop to opt out\.?$/i;
  if (!said.test(text)) return `${text}\n${name}`;
  const rest = text.replace(said, '');
  return `${rest}${rest && '\n'}${name} ${optOutSentence}`;
}

/** Whether the text has the name as whole words. A name of one word may also be an ordinary one, so its case counts. */
function namesOrganization(text: string, organizationName: string): boolean {
  const name = comparable(organizationName);
  const spellings = [name, name.toUpperCase()].map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const inWord = '[\\p{L}\\p{M}\\p{N}]';
  const words = `(?<!${inWord})(?:${spellings.join('|')})(?!${inWord})`;
  return new RegExp(words, name.includes(' ') ? 'iu' : 'u').test(comparable(text));
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim();
}
