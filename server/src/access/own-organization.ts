import { notFound } from '../app-error.ts';
import type { Caller, Visitor } from './caller.ts';
import type { Route } from './route.ts';

type Input = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** Another organization gets the same answer as an unknown one. */
export function refuseOtherOrganizations(
  { organization = [] }: Pick<Route, 'organization'>,
  { organizationId }: Caller | Visitor,
  input: Input,
): void {
  for (const [source, name] of organization) {
    const named = (input[source] as Record<string, unknown> | undefined)?.[name];
    if (named !== undefined && Number(named) !== organizationId) throw notFound('organization');
  }
}
