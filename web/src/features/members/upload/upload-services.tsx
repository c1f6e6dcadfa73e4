import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { unconfirmedText } from '../../../ui/unconfirmed-text.ts';
import classes from './upload.module.css';
import { uploadTexts } from './uploads.texts.ts';

interface UploadServicesProps {
  services: UseQueryResult<Service[]>;
  chosen: number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

/** The services that the people in the list received or request. */
export function UploadServices({ services, chosen, onChange, error }: UploadServicesProps) {
  const { data, error: failure, refetch } = services;
  const now = useNow();
  const loaded = data !== undefined;
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The dialog opened before its first field had loaded.
    if (loaded && document.activeElement === group.current) group.current?.querySelector('input')?.focus();
  }, [loaded]);
  return (
    <Checkbox.Group
      label={uploadTexts.services}
      description={uploadTexts.servicesHint}
      withAsterisk
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={chosen.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={error}
    >
      <div ref={group} tabIndex={-1} data-autofocus={!loaded || undefined}>
        {data ? (
          <div className={`scroll grid ${classes.services}`}>
            {data.map((service, place) => (
              <Checkbox
                key={service.id}
                value={String(service.id)}
                label={service.name}
                description={unconfirmedText(service, now)}
                data-path={place === 0 ? 'serviceIds' : undefined}
                data-autofocus={place === 0 || undefined}
              />
            ))}
            {data.length === 0 && <span className="text-sm dimmed">{uploadTexts.noServices}</span>}
          </div>
        ) : failure ? (
          <div className={`scroll grid ${classes.services}`} role="alert">
            {failure.message}
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <Skeleton height={52} my={6} radius="md" />
        )}
      </div>
    </Checkbox.Group>
  );
}
