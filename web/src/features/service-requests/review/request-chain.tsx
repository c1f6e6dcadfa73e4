import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useTicketUrl } from '../../../lib/lists/ticket-url.ts';
import { IconArrowForwardUp } from '../../../ui/icons/later-icons.ts';
import { earlierTries, howItEnded, tryText } from '../request-tries.ts';
import { memberRequestsQuery } from '../service-requests.api.ts';
import { Mark } from './review-marks.tsx';

/** 'Second try. #412 was declined: no capacity.' And where a request was sent after this one. */
export function RequestChain({ request }: { request: ServiceRequest }) {
  const { followsId, followedByIds, patient } = request;
  const { data = [] } = useQuery({ ...memberRequestsQuery(patient.id), enabled: followsId !== null });
  const earlier = earlierTries(request, data);
  return (
    <>
      {earlier.length > 0 && (
        <Mark icon={IconArrowForwardUp}>
          {tryText(earlier.length)}
          {earlier.map((before) => (
            <Fragment key={before.id}>
              {' '}
              <Ticket id={before.id} /> {howItEnded(before)}
            </Fragment>
          ))}
        </Mark>
      )}
      {followedByIds.length > 0 && (
        <Mark icon={IconArrowForwardUp}>
          Referred elsewhere:
          {followedByIds.map((id) => (
            <Fragment key={id}>
              {' '}
              <Ticket id={id} />
            </Fragment>
          ))}
        </Mark>
      )}
    </>
  );
}

function Ticket({ id }: { id: number }) {
  const { linkInstead } = useTicketUrl();
  return (
    <Anchor component={Link} {...linkInstead(id)} fz="inherit" preventScrollReset>
      #{id}
    </Anchor>
  );
}
