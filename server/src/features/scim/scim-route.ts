import type { Directory } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidScim } from './scim-error.ts';

export interface ScimRequest {
  app: AppContext;
  caller: Directory;
  /** The id in the path; empty without one. */
  id: string;
  query: Record<string, unknown>;
  body: unknown;
  /** Where SCIM is, for addresses in answers. */
  base: string;
}

export interface ScimAnswer {
  status: 200 | 201 | 204;
  body?: ScimResource;
  location?: string;
}

export interface ScimResource {
  schemas: string[];
  meta?: { resourceType: string; location: string; created?: string; lastModified?: string };
  [attribute: string]: unknown;
}

/** A route under /scim/v2. */
export interface ScimRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handle(request: ScimRequest): Promise<ScimAnswer>;
}

/** A parameter of the query, if it was sent once. */
export function textParam(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw invalidScim('invalidValue', `Please send ${name} once.`);
}
