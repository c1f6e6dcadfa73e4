import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import { IconBan } from '../../../ui/icons/later-icons.ts';
import { Notice } from '../../../ui/notices/notice.tsx';

/** Says that the answer asked for services that were paused, so no request was created. */
export function PausedServices({ services }: { services: Submission['pausedServices'] }) {
  if (services.length === 0) return null;
  return (
    <Notice icon={IconBan} title={pausedTitle(services)}>
      No request was created, because {services.length === 1 ? 'this service was' : 'these services were'} paused when
      the form was answered. Please follow up with this person.
    </Notice>
  );
}

export function pausedTitle(services: Submission['pausedServices']): string {
  return `Not requested: ${services.map(({ name }) => name).join(', ')}`;
}
