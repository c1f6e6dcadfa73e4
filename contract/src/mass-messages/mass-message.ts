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

/** Adds the organization's name and the opt-out sentence, unless the text already has them. */
export function massMessageBody(message: string, organizationName: string): string {
  const text = message.trim();
  const saysStop = /\b(reply|text|send)\s+["']?stop\b/i.test(text);
  const saysName = text.toLowerCase().includes(organizationName.toLowerCase());
  if (saysStop && saysName) return text;
  if (saysName) return `${text} ${optOutSentence}`;
  const name = /[.!?]$/.test(organizationName) ? organizationName : `${organizationName}.`;
  if (!saysStop) return `${text}\n${name} ${optOutSentence}`;
  // Keeps the opt-out sentence last.
  const said = /\s*\breply stop to opt out\.?$/i;
  return said.test(text) ? `${text.replace(said, '')}\n${name} ${optOutSentence}` : `${text}\n${name}`;
}
