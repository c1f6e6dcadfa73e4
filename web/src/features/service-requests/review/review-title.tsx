import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { IconPhone } from '../../../ui/icons/later-icons.ts';
import { AssignSelect } from './assign-select.tsx';
import classes from './review-title.module.css';

/** A phone's header only has room for the number, so the subject is below. */
export function ReviewTitle({ request, sends }: { request: ServiceRequest; sends: boolean }) {
  const { patient, organization, service } = request;
  return (
    <div className={`mb-14 ${classes.title}`}>
      <h3>{service.name}</h3>
      <p className="m-0 mt-2 line-20 dimmed anywhere">
        for{' '}
        <Anchor component={Link} to={`/members/${patient.id}`} fz="inherit">
          {fullName(patient)}
        </Anchor>{' '}
        {sends ? `to ${service.organization.name}` : `from ${organization.name}`}
      </p>
    </div>
  );
}

/** On a phone: a Call button and the assignee. */
export function ReviewContact({ request }: { request: ServiceRequest }) {
  const { phoneNumber } = request.patient;
  return (
    <div className={`gap-xs mt-sm grid ${classes.contact}`}>
      {phoneNumber && (
        <Button component="a" href={`tel:${phoneNumber}`} variant="default" leftSection={<IconPhone size={18} />}>
          Call
        </Button>
      )}
      <AssignSelect request={request} labelled={false} />
    </div>
  );
}
