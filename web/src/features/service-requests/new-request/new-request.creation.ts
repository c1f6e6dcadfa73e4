import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { ApiError } from '../../../lib/api.ts';
import { newRequestTexts } from './new-request.texts.ts';

export interface CreationOutcome {
  created: { service: Service; request: ServiceRequest }[];
  failed: { service: Service; reason: string; fields: Record<string, string> }[];
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
  const outcome: CreationOutcome = { created: [], failed: [] };
  let known = memberId;
  for (const [done, service] of services.entries()) {
    onProgress(done);
    // The failed call may have arrived and created the member; a retry will tell.
    if (known === null && outcome.failed.length > 0) {
      outcome.failed.push({ service, reason: newRequestTexts.notSent, fields: {} });
      continue;
    }
    try {
      const request = await send(service, known);
      known = request.patient.id;
      outcome.created.push({ service, request });
    } catch (error) {
      outcome.failed.push({ service, ...explain(error as Error) });
    }
  }
  return outcome;
}

/** If the server knows the key with other values, the first try arrived. */
function explain(error: Error): { reason: string; fields: Record<string, string> } {
  if (!(error instanceof ApiError)) return { reason: error.message, fields: {} };
  return {
    reason: error.body.code === 'conflict' ? newRequestTexts.alreadyCreated : error.message,
    fields: error.fields,
  };
}
