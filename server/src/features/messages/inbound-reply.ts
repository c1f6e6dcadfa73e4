/** The meaning of an inbound text. */
export type InboundReply =
  | { kind: 'stop' }
  | { kind: 'start' }
  | { kind: 'help' }
  | { kind: 'yes' | 'no'; serviceRequestId: number | null }
  | { kind: 'other' };

const stopWords = new Set([
  'stop',
  'stopall',
  'quit',
  'end',
  'revoke',
  'optout',
  'opt out',
  'cancel',
  'unsubscribe',
  'stop all',
  'alto',
  'pare',
  'paren',
  'parar',
  'basta',
  'cancelar',
]);
const startWords = new Set(['start', 'unstop']);
const helpWords = new Set(['help', 'info']);
const yesWords = 'yes|y|confirm|confirmed|received|done|si|sí';
const noWords = 'no|n';

/** Sentences that ask for no more texts; in doubt, "stop" is taken literally. */
const stopSentences = [
  /\b(stop|quit|cease)\b.*\b(text|message|messag|send|sms|contact|writ|call|bother|spam)/,
  /\b(don ?t|do not|never|no more|no longer)\b.*\b(text|message|messag|sms|contact me|write me|send me)/,
  /\b(unsubscribe|opt ?out|opt me out|take me off|remove me|remove my number|leave me alone|wrong number)\b/,
  /\b(cancel|end)\b.*\b(texts|messages|sms)\b/,
  /\bno (me )?(escriba|escriban|escribas|mande|manden|mandes|envie|envíe|envien|envíen|texteen?)\b/,
  /\b(no (quiero|deseo) (recibir )?(más|mas)?|no (más|mas)|dejen? de (mandar|enviar|escribir)).*\b(mensajes?|textos?|escribirme|mandarme|enviarme)\b/,
  /\bdejen? de (escribirme|mandarme|enviarme)/,
  /^(please |pls |yes |no |ok |okay )?stop( it| this| now| please| pls| thanks| thank you)*$/,
];

/** Checks for an opt-out first, then for a confirmation, with or without a request number. */
export function readReply(text: string): InboundReply {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’'`]/g, ' ')
    .replace(/[^\p{L}\p{N}#\s-]/gu, ' ')
    .replace(/-/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (stopWords.has(plain) || stopSentences.some((sentence) => sentence.test(plain))) return { kind: 'stop' };
  if (startWords.has(plain)) return { kind: 'start' };
  if (helpWords.has(plain)) return { kind: 'help' };
  const polite = '(?: please| thanks| thank you| gracias)?';
  const answer = new RegExp(`^(?:(${yesWords})|(${noWords}))(?: ?#? ?(\\d{1,15}))?${polite}$`, 'u').exec(plain);
  if (!answer) return { kind: 'other' };
  const serviceRequestId = answer[3] === undefined ? null : Number(answer[3]);
  return { kind: answer[1] ? 'yes' : 'no', serviceRequestId };
}
