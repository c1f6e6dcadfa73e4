import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { ApiError } from '../../../lib/api.ts';
import { candidatesOf, mayHaveArrived } from '../../../ui/same-person/possible-match.ts';
import { newRequestTexts } from './new-request.texts.ts';

export interface CreationOutcome {
  created: { service: Service; request: ServiceRequest }[];
  failed: FailedRequest[];
  /** Members who may be the typed person. Nothing is created until staff answer. */
  candidates: MemberCandidate[] | null;
}

interface FailedRequest {
  service: Service;
  reason: string;
  fields: Record<string, string>;
  /** The request may exist: only the same try again shows it. */
  uncertain: boolean;
}

interface Creation {
  services: Service[];
  /** Null until the member exists. */
  memberId: number | null;
  send: (service: Service, memberId: number | null) => Promise<ServiceRequest>;
  onProgress: (done: number) => void;
}

/**
 * Specification §7: one call per service. In sequence, because the first call creates the member and the others refer
 * to it: people without a birthday would otherwise be created once per service.
 */
export async function createRequests({ services, memberId, send, onProgress }: Creation): Promise<CreationOutcome> {
  const outcome: CreationOutcome = { created: [], failed: [], candidates: null };
  let known = memberId;
  for (const [done, service] of services.entries()) {
    onProgress(done);
    // The failed call may have arrived and created the member; a retry will tell.
    if (known === null && outcome.failed.length > 0) {
      outcome.failed.push({ service, reason: newRequestTexts.notSent, fields: {}, uncertain: false });
      continue;
    }
    try {
      const request = await send(service, known);
      known = request.patient.id;
      outcome.created.push({ service, request });
    } catch (error) {
      outcome.candidates = candidatesOf(error);
      if (outcome.candidates) return outcome;
      outcome.failed.push({ service, ...explain(error as Error) });
    }
  }
  return outcome;
}

/** If the server knows the key with other values, the first try arrived. */
function explain(error: Error): Omit<FailedRequest, 'service'> {
  const uncertain = mayHaveArrived(error);
  if (!(error instanceof ApiError)) return { reason: error.message, fields: {}, uncertain };
  return {
    reason: error.body.code === 'conflict' ? newRequestTexts.alreadyCreated : error.message,
    fields: error.fields,
    uncertain,
  };
}
