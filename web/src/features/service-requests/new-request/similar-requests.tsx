import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { SimilarRequest } from '@kinbridge/contract/service-requests/similar.contract';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { useQueries } from '@tanstack/react-query';
import { formatDate } from '../../../lib/dates.ts';
import { pickerTexts as texts } from '../service-picker/service-picker.texts.ts';
import { similarRequestsQuery } from './new-request.api.ts';
import classes from './similar-requests.module.css';

/** Shows what the member already waits for, before a second request is sent. Never a block. */
export function SimilarRequests({ services, memberId }: { services: Service[]; memberId: number | null }) {
  const answers = useQueries({
    queries: memberId === null ? [] : services.map(({ id }) => similarRequestsQuery(id, memberId)),
  });
  const found = new Map<number, SimilarRequest>();
  for (const { data } of answers) for (const request of data ?? []) found.set(request.id, request);
  if (found.size === 0) return null;
  return (
    <section className={classes.similar} aria-label={texts.similar} role="status">
      <strong>{texts.similar}</strong>
      <ul className="list anywhere">
        {[...found.values()]
          .sort((a, b) => b.id - a.id)
          .map(({ id, status, service, createTimestamp }) => (
            <li key={id}>
              #{id} {service.name}, {service.organization.name} · {serviceRequestStatusLabels[status]} ·{' '}
              {formatDate(createTimestamp)}
            </li>
          ))}
      </ul>
    </section>
  );
}
