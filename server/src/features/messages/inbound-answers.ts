import type { ReplyLanguage } from './inbound-reply.ts';

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
