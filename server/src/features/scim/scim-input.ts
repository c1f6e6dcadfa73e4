import { email } from '@kinbridge/contract/shared/fields';
import { isOneLine, toOneLine } from '@kinbridge/contract/shared/misleading';
import { oneLineMessage } from '@kinbridge/contract/shared/one-line';
import type { Types } from 'scimmy';
import { AppError } from '../../app-error.ts';
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

/** What we store; others, such as a department, are accepted and ignored, since directories send whole profiles. */
const known = ['userName', 'externalId', 'active', 'name', 'displayName', 'emails'];

export function knownAttribute(name: string): string | undefined {
  return known.find((attribute) => attribute.toLowerCase() === name.toLowerCase());
}

export function readObject(body: unknown): Attributes {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Attributes;
  throw invalidScim('invalidSyntax', 'Please send a JSON object.');
}

/** Reads a whole person, for a new one or a replacement. */
export async function readPerson(body: unknown): Promise<PersonChange & { userName: string }> {
  const sent: Attributes = {};
  for (const [name, value] of Object.entries(readObject(body))) {
    const attribute = knownAttribute(name);
    if (attribute !== undefined && value !== null) sent[attribute] = value;
  }
  if (sent.active !== undefined) sent.active = readBoolean(sent.active);
  // Loaded with its first use, since it would make every start longer.
  const { Schemas } = await import('scimmy');
  const user = asScimError(() => new Schemas.User(sent as never, 'in'));
  return {
    userName: readAddress(user.userName),
    externalId: readExternalId(sent.externalId) ?? null,
    ...(user.active !== undefined && { active: user.active }),
    ...readNames(user.name ?? {}),
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

export function readNames(name: { givenName?: string; familyName?: string }) {
  const firstName = readName('name.givenName', name.givenName);
  const lastName = readName('name.familyName', name.familyName);
  return { ...(firstName && { firstName }), ...(lastName && { lastName }) };
}

function readName(attribute: string, value: string | undefined): string | undefined {
  const text = value?.trim();
  if (text && text.length > 100) throw invalidScim('invalidValue', `${attribute} can have at most 100 characters.`);
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

/** scimmy reports bad input by errors of its own, and by plain ones. */
export function asScimError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw toInvalid(error);
  }
}

export function toInvalid(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { scimType, message } = error as Partial<InstanceType<typeof Types.Error>>;
  return invalidScim(
    (scimType as 'invalidValue') || 'invalidValue',
    (message ?? 'The value is invalid.').slice(0, 300),
  );
}
