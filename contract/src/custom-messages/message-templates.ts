/** The three texts an organization can edit, with the variables each must contain. */
export const messageTemplates = {
  service_request_patient: {
    title: 'New request, to the member',
    variables: ['member_name', 'assignee_name', 'organization_name'],
    text: 'Hi {member_name}, {organization_name} received your request. {assignee_name} will contact you within 24 to 48hrs. Reply STOP to opt out, HELP for help.',
  },
  service_request_employee: {
    title: 'New request, to the assigned employee',
    variables: ['member_name', 'assignee_name', 'organization_name', 'service_name'],
    text: '{assignee_name}: new {service_name} request for {member_name} at {organization_name}. Please follow up within 48 hours.',
  },
  service_request_confirmation_patient: {
    title: 'Confirmation, to the member',
    variables: ['member_name', 'assignee_name', 'organization_name', 'service_name', 'service_request_id'],
    text: 'Hi {member_name}, did you get {service_name} from {assignee_name} at {organization_name}? Reply YES {service_request_id} or NO {service_request_id}.',
  },
} as const;

export type MessageTemplateKey = keyof typeof messageTemplates;
export const messageTemplateKeys = Object.keys(messageTemplates) as [MessageTemplateKey, ...MessageTemplateKey[]];

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
  const missing = messageTemplates[key].variables.filter((name) => !text.includes(`{${name}}`));
  if (missing.length === 0) return null;
  return `You must include the following variables: ${missing.map((name) => `{${name}}`).join(', ')}`;
}

const known: ReadonlySet<string> = new Set(Object.values(messageTemplates).flatMap(({ variables }) => variables));

/** Text that looks like a variable but isn't one; it is sent unchanged. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !known.has(name));
}
