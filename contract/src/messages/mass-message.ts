/** The most people that one mass message can go to. */
export const massMessageMaxRecipients = 100_000;

export const optOutSentence = 'Reply STOP to opt out.';

/** Why somebody who was chosen gets no mass message, beside the reasons that hold for every text. */
export const massMessageReasons = {
  sameNumber: 'Somebody else chosen has the same number, which gets the message once.',
  notActive: 'This employee is not active.',
} as const;

/** Why a text of a mass message doesn't leave, or isn't sent again, once somebody stopped it. */
export const stoppedReason = 'Not sent: this mass message was stopped.';

/** A mass message ends with the organization's name and the way out, as far as the text does not say so already. */
export function massMessageBody(message: string, organizationName: string): string {
  const text = message.trim();
  const saysStop = /\b(reply|text|send)\s+["']?stop\b/i.test(text);
  const saysName = text.toLowerCase().includes(organizationName.toLowerCase());
  if (saysStop && saysName) return text;
  if (saysName) return `${text} ${optOutSentence}`;
  const name = /[.!?]$/.test(organizationName) ? organizationName : `${organizationName}.`;
  if (!saysStop) return `${text}\n${name} ${optOutSentence}`;
  // The way out stays last where it is last.
  const said = /\s*\breply stop to opt out\.?$/i;
  return said.test(text) ? `${text.replace(said, '')}\n${name} ${optOutSentence}` : `${text}\n${name}`;
}
