import { email } from '@kinbridge/contract/shared/fields';
import { isOneLine, toOneLine } from '@kinbridge/contract/shared/misleading';
import { oneLineMessage } from '@kinbridge/contract/shared/one-line';
import { invalidScim } from './scim-error.ts';
import type { ScimPerson } from './scim-people.queries.ts';

/** What a directory says about a person. What it leaves out stays. */
export interface PersonChange {
  /** In the directory's capitals. */
  userName?: string;
  externalId?: string | null;
  active?: boolean;
  firstName?: string;
  lastName?: string;
}

export type Attributes = Record<string, unknown>;

/** Reads the body, or the named attribute in it. */
export function readObject(value: unknown, attribute?: string): Attributes {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Attributes;
  if (attribute !== undefined) throw invalidScim('invalidValue', `${attribute} must be a JSON object.`);
  throw invalidScim('invalidSyntax', 'Please send a JSON object.');
}

/**
 * Reads a whole person, for a new one or a replacement. Attributes that we don't keep, such as a department, are ignored,
 * since directories send whole profiles.
 */
export function readPerson(body: unknown): PersonChange & { userName: string } {
  const sent = new Map(
    Object.entries(readObject(body)).map(([name, value]) => [name.toLowerCase(), value ?? undefined]),
  );
  const active = sent.get('active');
  return {
    userName: readAddress(sent.get('username')),
    externalId: readExternalId(sent.get('externalid')) ?? null,
    ...(active !== undefined && { active: readBoolean(active) }),
    ...readNames(sent.get('name') ?? {}),
  };
}

/** Both names of a new person. Directories may leave them out, so we use the display name, or the address. */
export function fullNames(change: PersonChange & { userName: string }, body: unknown) {
  const { displayName, name } = readObject(body);
  const formatted = (name as { formatted?: unknown } | undefined)?.formatted;
  const shown = [displayName, formatted].find((text) => typeof text === 'string' && text.trim() !== '');
  const words = shown ? toOneLine(String(shown)).split(/\s+/) : (change.userName.split('@')[0] ?? '').split(/[._-]+/);
  const [first = '', ...rest] = words.filter((word) => word !== '');
  const fallback = readNames({ givenName: first.slice(0, 100), familyName: rest.join(' ').slice(0, 100) });
  return {
    firstName: change.firstName ?? fallback.firstName ?? '-',
    lastName: change.lastName ?? fallback.lastName ?? '-',
  };
}

/** Entra ID sends "True" and "False". */
export function readBoolean(value: unknown): boolean {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw invalidScim('invalidValue', 'active must be true or false.');
}

export function readAddress(value: unknown): string {
  if (typeof value === 'string' && email.safeParse(value).success) return value.trim();
  throw invalidScim('invalidValue', 'userName must be an email address.');
}

export function readExternalId(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= 500) return value;
  throw invalidScim('invalidValue', 'externalId must be a text of at most 500 characters.');
}

/** Names of attributes don't depend on capitals. */
export function readNames(name: unknown): Pick<PersonChange, 'firstName' | 'lastName'> {
  const names: Pick<PersonChange, 'firstName' | 'lastName'> = {};
  for (const [part, value] of Object.entries(readObject(name, 'name'))) {
    const field = ({ givenname: 'firstName', familyname: 'lastName' } as const)[part.toLowerCase()];
    const text = field && readName(`name.${part}`, value);
    if (field && text) names[field] = text;
  }
  return names;
}

function readName(attribute: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidScim('invalidValue', `${attribute} must be a text.`);
  const text = value.trim();
  if (text.length > 100) throw invalidScim('invalidValue', `${attribute} can have at most 100 characters.`);
  return text;
}

const lines = [
  ['firstName', 'name.givenName'],
  ['lastName', 'name.familyName'],
  ['externalId', 'externalId'],
] as const;

/** What is stored already may stay, so that the directory can still change and end that person. */
export function refuseSeveralLines(
  change: PersonChange,
  before?: Pick<ScimPerson, 'firstName' | 'lastName' | 'externalId'>,
): void {
  for (const [field, attribute] of lines) {
    const text = change[field];
    if (!text || text === before?.[field] || isOneLine(text)) continue;
    throw invalidScim('invalidValue', oneLineMessage(attribute));
  }
}
