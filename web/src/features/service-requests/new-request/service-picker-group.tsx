import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { IconMapPin } from '../../../ui/icons/icons.ts';
import type { ServiceGroup } from './new-request.api.ts';
import classes from './service-picker.module.css';
import { serviceTypeIcons } from './service-type-icons.ts';

interface ServicePickerGroupProps {
  group: ServiceGroup;
  selected: number[];
  onToggle: (service: Service) => void;
}

/** One organization and its services. */
export function ServicePickerGroup({ group, selected, onToggle }: ServicePickerGroupProps) {
  const heading = useId();
  return (
    <fieldset className={classes.group} aria-labelledby={heading}>
      <div className={classes.organization} id={heading}>
        <span className={classes.name}>{group.organization.name}</span>
        {group.own && <span className={classes.own}>Your organization</span>}
        {!group.own && group.miles !== null && (
          <span className={classes.miles}>
            <IconMapPin size={14} aria-hidden="true" />
            {group.miles} mi
          </span>
        )}
      </div>
      {group.services.map((service) => (
        <ServiceRow
          key={service.id}
          service={service}
          checked={selected.includes(service.id)}
          onToggle={() => onToggle(service)}
        />
      ))}
    </fieldset>
  );
}

function ServiceRow({ service, checked, onToggle }: { service: Service; checked: boolean; onToggle: () => void }) {
  const TypeIcon = serviceTypeIcons[service.type];
  return (
    <Checkbox
      checked={checked}
      onChange={onToggle}
      title={service.description ?? undefined}
      classNames={{ root: classes.service, body: classes.serviceBody, labelWrapper: classes.serviceLabelWrapper }}
      data-checked={checked || undefined}
      label={
        <span className={classes.serviceLabel}>
          <TypeIcon size={18} aria-hidden="true" />
          <span className={classes.serviceName}>{service.name}</span>
          <span className={classes.serviceType}>{serviceTypeLabels[service.type]}</span>
        </span>
      }
    />
  );
}
