interface MessageTemplate {
  title: string;
  /** Each must be in the text, word for word. */
  required: readonly string[];
  /** Offered for the text as well. */
  optional: readonly string[];
  text: string;
  /** For members who read Spanish; without áíóú, which would make each text longer. */
  spanish?: string;
  /** Whether an organization can switch it off. */
  canBeOff?: true;
}

/** The texts an organization can edit. */
export const messageTemplates = {
  service_request_patient: {
    title: 'New request, to the member',
    required: ['member_name', 'assignee_name', 'organization_name'],
    optional: ['response_time'],
    text: 'Hi {member_name}, {organization_name} received your request. {assignee_name} will contact you within {response_time}. Reply STOP to opt out, HELP for help.',
  },
  service_request_employee: {
    title: 'New request, to the assigned employee',
    required: ['member_name', 'assignee_name', 'organization_name', 'service_name'],
    optional: ['response_time'],
    text: '{assignee_name}: new {service_name} request for {member_name} at {organization_name}. Please follow up within {response_time}.',
  },
  service_request_confirmation_patient: {
    title: 'Confirmation, to the member',
    required: ['member_name', 'assignee_name', 'organization_name', 'service_name', 'service_request_id'],
    optional: ['response_time'],
    text: 'Hi {member_name}, did you get {service_name} from {assignee_name} at {organization_name}? Reply YES {service_request_id} or NO {service_request_id}.',
  },
  service_request_declined_patient: {
    title: 'Request declined, to the member',
    required: [],
    optional: ['member_name', 'organization_name', 'service_name', 'referrer_name', 'referrer_phone'],
    text: "Hi {member_name}, {organization_name} can't help with {service_name} this time. Call {referrer_name} at {referrer_phone} for other options.",
    spanish:
      'Hola {member_name}: {organization_name} no puede ayudar con {service_name} esta vez. Llame a {referrer_name} al {referrer_phone} para otras opciones.',
    canBeOff: true,
  },
  service_request_yes_patient: {
    title: 'After YES, to the member',
    required: [],
    optional: ['member_name', 'organization_name', 'service_name'],
    text: 'Thank you, {member_name}. We are glad you got help.',
    spanish: 'Gracias, {member_name}. Nos alegra que haya recibido ayuda.',
    canBeOff: true,
  },
  service_request_no_patient: {
    title: 'After NO, to the member',
    required: [],
    optional: ['member_name', 'organization_name', 'service_name'],
    text: 'Thank you for telling us, {member_name}. {organization_name} will contact you.',
    spanish: 'Gracias por avisarnos, {member_name}. {organization_name} le va a contactar.',
    canBeOff: true,
  },
} as const satisfies Record<string, MessageTemplate>;

export type MessageTemplateKey = keyof typeof messageTemplates;
export const messageTemplateKeys = Object.keys(messageTemplates) as [MessageTemplateKey, ...MessageTemplateKey[]];

export function templateOf(key: MessageTemplateKey): MessageTemplate {
  return messageTemplates[key];
}

/** Within which time a promise of so many hours says that someone will call. */
export function responseTime(hours: number): string {
  if (hours === 48) return '24 to 48hrs';
  if (hours > 48 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** In Spanish, texts count hours only. */
export function responseTimeInSpanish(hours: number): string {
  if (hours === 48) return '24 a 48 horas';
  return hours === 1 ? '1 hora' : `${hours} horas`;
}

export type MessageVariables = Partial<Record<string, string>>;

/** Fills in the variables, capitalized where a sentence starts; one without a value stays as written. */
export function fillTemplate(text: string, values: MessageVariables): string {
  return text.replace(
    /([.!?]["')\]]*\s+|\n\s*|^\s+)?\{(\w+)\}/g,
    (whole, before = '', name: string, offset: number) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return whole;
      const starts = before !== '' || offset === 0;
      return starts ? before + value.charAt(0).toUpperCase() + value.slice(1) : value;
    },
  );
}

/** Specification §5: the message about missing variables, or null. */
export function missingVariables(key: MessageTemplateKey, text: string): string | null {
  const missing = templateOf(key).required.filter((name) => !text.includes(`{${name}}`));
  if (missing.length === 0) return null;
  return `You must include the following variables: ${missing.map((name) => `{${name}}`).join(', ')}`;
}

const known: ReadonlySet<string> = new Set(
  Object.values(messageTemplates).flatMap(({ required, optional }) => [...required, ...optional]),
);

/** Text that looks like a variable but isn't one; it is sent unchanged. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !known.has(name));
}
