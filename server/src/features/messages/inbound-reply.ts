/** The language of the word or sentence, in which the answer is written. */
export type ReplyLanguage = 'en' | 'es';

interface Keyword {
  kind: 'stop' | 'start' | 'help';
  language: ReplyLanguage;
}

/** Whether the member got the service. */
export interface Confirmation {
  kind: 'yes' | 'no';
  serviceRequestId: number | null;
  language: ReplyLanguage;
}

const words: [Keyword, string[]][] = [
  [
    { kind: 'stop', language: 'en' },
    ['stop', 'stopall', 'stop all', 'quit', 'end', 'revoke', 'optout', 'opt out', 'cancel', 'unsubscribe'],
  ],
  [
    { kind: 'stop', language: 'es' },
    ['baja', 'detener', 'salir', 'alto', 'pare', 'paren', 'parar', 'basta', 'cancelar'],
  ],
  [{ kind: 'start', language: 'en' }, ['start', 'unstop']],
  [{ kind: 'start', language: 'es' }, ['iniciar', 'comenzar']],
  [{ kind: 'help', language: 'en' }, ['help', 'info']],
  [{ kind: 'help', language: 'es' }, ['ayuda']],
];
const meanings = new Map(words.flatMap(([meaning, list]) => list.map((word) => [word, meaning] as const)));
const yesWords = 'yes|y|confirm|confirmed|received|done';
const spanishYesWords = 'si|sí';
const noWords = 'no|n';

/** Sentences that ask for no more texts; in doubt, "stop" is taken literally. */
const stopSentences: Record<ReplyLanguage, RegExp[]> = {
  en: [
    /\b(stop|quit|cease)\b.*\b(text|message|messag|send|sms|contact|writ|call|bother|spam)/,
    /\b(don ?t|do not|never|no more|no longer)\b.*\b(text|message|messag|sms|contact me|write me|send me)/,
    /\b(unsubscribe|opt ?out|opt me out|take me off|remove me|remove my number|leave me alone|wrong number)\b/,
    /\b(cancel|end)\b.*\b(texts|messages|sms)\b/,
    /^(please |pls |yes |no |ok |okay )?stop( it| this| now| please| pls| thanks| thank you)*$/,
  ],
  es: [
    /\bno (me )?(escriba|escriban|escribas|mande|manden|mandes|envie|envíe|envien|envíen|texteen?)\b/,
    /\b(no (quiero|deseo) (recibir )?(más|mas)?|no (más|mas)|dejen? de (mandar|enviar|escribir)).*\b(mensajes?|textos?|escribirme|mandarme|enviarme)\b/,
    /\bdejen? de (escribirme|mandarme|enviarme)/,
    /\bd(ar|e|en)me de baja\b/,
  ],
};

/** Checks for an opt-out first, then for a confirmation, with or without a request number. */
export function readReply(text: string): Keyword | Confirmation | { kind: 'other' } {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’'`]/g, ' ')
    .replace(/[^\p{L}\p{N}#\s-]/gu, ' ')
    .replace(/-/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // People leave accents out, and phones add wrong ones.
  const meaning = meanings.get(plain.normalize('NFD').replace(/\p{M}/gu, ''));
  if (meaning) return meaning;
  for (const language of ['en', 'es'] as const) {
    if (stopSentences[language].some((sentence) => sentence.test(plain))) return { kind: 'stop', language };
  }
  const polite = '(?: please| thanks| thank you| gracias)?';
  const form = `^(?:(${yesWords})|(${spanishYesWords})|(${noWords}))(?: ?#? ?(\\d{1,15}))?${polite}$`;
  const [all, yes, spanishYes, , number] = new RegExp(form, 'u').exec(plain) ?? [];
  if (all === undefined) return { kind: 'other' };
  return {
    kind: yes || spanishYes ? 'yes' : 'no',
    serviceRequestId: number === undefined ? null : Number(number),
    language: spanishYes ? 'es' : 'en',
  };
}

interface InboundAnswers {
  optedOut: string;
  optedIn: string;
  help: (organization: { name: string; phone: string | null } | undefined) => string;
  severalRequests: (ids: number[]) => string;
}

/** What we answer to a keyword, in its language. The Spanish has no á, í, ó or ú, which would make each text longer. */
export const inboundAnswers: Record<ReplyLanguage, InboundAnswers> = {
  en: {
    optedOut: 'You are opted out and will get no more texts. Reply START to opt in again.',
    optedIn: 'You are opted in again. Reply STOP to opt out, HELP for help.',
    help: (organization) =>
      organization
        ? `${organization.name}: please call ${organization.phone}. Reply STOP to opt out.`
        : 'This number sends messages for community organizations. Reply STOP to opt out.',
    severalRequests: (ids) =>
      `You have more than one open request. Please reply with its number: ${ids.map((id) => `YES ${id}`).join(', ')}.`,
  },
  es: {
    optedOut: 'Su baja queda registrada y no va a recibir otros mensajes. Responda INICIAR para recibirlos de nuevo.',
    optedIn: 'Vuelve a recibir nuestros mensajes. Responda STOP para no recibirlos, AYUDA para ayuda.',
    help: (organization) =>
      organization
        ? `${organization.name}: por favor llame al ${organization.phone}. Responda STOP para no recibir mensajes.`
        : 'Le escriben organizaciones comunitarias. Responda STOP para no recibir mensajes.',
    severalRequests: (ids) =>
      `Tiene varias solicitudes abiertas. Responda con una de estas opciones: ${ids.map((id) => `SI ${id}`).join(', ')}.`,
  },
};
