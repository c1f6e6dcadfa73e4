import { organizationRegistration } from '@kinbridge/contract/organizations/organizations.contract';
import { useState } from 'react';
import { ApiError, call, fieldErrors } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { emptyOrganization, type OrganizationValues, writtenOut } from './organization.form.ts';

interface Content {
  organization: OrganizationValues;
  services: { name: string; type: string | null; description: string }[];
}

export interface Registered {
  id: number;
  registrationToken: string;
}

export interface RegistrationDraft extends Content {
  /** One key for the whole registration: with it the server creates one organization, no matter how often. */
  idempotencyKey: string;
  /** Sent without a response. The organization may exist with this content. */
  unanswered: Content | null;
  /** The organization, once it exists. */
  registered: Registered | null;
}

export function emptyRegistration(services: Content['services']): RegistrationDraft {
  return {
    organization: emptyOrganization,
    services,
    idempotencyKey: newIdempotencyKey(),
    unanswered: null,
    registered: null,
  };
}

interface Registration {
  draft: RegistrationDraft;
  keep: (change: Partial<RegistrationDraft>) => void;
  logo: File | null;
  /** Creates the admin user in the new organization. */
  createAdmin: (registered: Registered) => Promise<unknown>;
  /** The organization already exists with details that were sent before. */
  onEarlierContent: (content: Content) => void;
  onOrganizationFailure: (error: Error) => void;
  onAdminFailure: (error: Error) => void;
  onDone: () => void;
}

/** Specification §4: Accept creates the organization and then its admin; the next Accept continues from what exists. */
export function useAccept(registration: Registration) {
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState(false);

  async function accept() {
    setBusy(true);
    await register(registration);
    setBusy(false);
  }

  return { accept: () => oneAtATime(accept), busy };
}

async function register(registration: Registration): Promise<void> {
  const { draft, createAdmin, onOrganizationFailure, onAdminFailure, onDone } = registration;
  let registered: Registered;
  try {
    registered = draft.registered ?? (await createOrganization(registration));
  } catch (error) {
    onOrganizationFailure(error as Error);
    return;
  }
  try {
    await createAdmin(registered).catch(async (error: unknown) => {
      // The token expires after an hour. The same key returns the same organization with a new token.
      if (!(error instanceof ApiError && error.status === 403)) throw error;
      return createAdmin(await createOrganization(registration));
    });
  } catch (error) {
    onAdminFailure(error as Error);
    return;
  }
  onDone();
}

async function createOrganization({ draft, keep, logo, onEarlierContent }: Registration): Promise<Registered> {
  const { organization, services, unanswered, idempotencyKey } = draft;
  keep({ unanswered: unanswered ?? { organization, services } });

  const send = (content: Content) =>
    call('POST /v1/organizations', { parts: { organization: toPayload(content) }, file: logo, idempotencyKey });
  try {
    const registered = await send({ organization, services });
    keep({ registered, unanswered: null });
    return registered;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 409 && unanswered) {
      // An earlier try arrived with other details: continue with that organization.
      const registered = await send(unanswered);
      onEarlierContent(unanswered);
      keep({ registered, unanswered: null });
      return registered;
    }
    // A refusal means that nothing was created; a lost response leaves that open.
    if (status >= 400 && status < 500) keep({ unanswered: null });
    throw error;
  }
}

function toPayload({ organization, services }: Content) {
  return organizationRegistration.parse({ ...writtenOut(organization), serviceDTOList: services });
}

/** The server's field errors, grouped by slide. */
export function registrationFieldErrors(error: Error) {
  const organization: Record<string, string> = {};
  const services: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(fieldErrors(error))) {
    const path = name.replace(/^organization\./, '');
    if (path.startsWith('serviceDTOList.')) services[path.replace('serviceDTOList', 'services')] = sentence;
    else if (path in emptyOrganization) organization[path] = sentence;
  }
  return { organization, services };
}
