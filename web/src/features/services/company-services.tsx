import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { hasKeptEdit } from '../../lib/use-kept-edit.ts';
import { IconPencil, IconPlus } from '../../ui/icons/icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import classes from './company-services.module.css';
import { DeleteServiceDialog } from './delete-service-dialog.tsx';
import { newServiceDraft, servicesDraft, useDeleteService } from './services.api.ts';
import { companyServicesTexts as texts } from './services.texts.ts';

const AddServiceDialog = loadLater(async () => (await import('./add-service-dialog.tsx')).AddServiceDialog);
const EditServicesDialog = loadLater(async () => (await import('./edit-services-dialog.tsx')).EditServicesDialog);

/** Specification §2: 'Service #n name', each with Delete. */
export function CompanyServices({ organizationId }: { organizationId: number }) {
  const { data: services, error, refetch } = useQuery(servicesQuery(organizationId));
  const [open, setOpen] = useState(leftOpen);
  const [deleting, setDeleting] = useState<Service | null>(null);
  const remove = useDeleteService();
  const close = () => setOpen(null);

  function proceed(service: Service) {
    setDeleting(null);
    remove.mutate(service, {
      onSuccess: () => notifySuccess(texts.deleted(service.name)),
      onError: (failure) => notifyError(`${texts.failed}. ${failure.message}`),
    });
  }

  return (
    <SectionCard
      title={texts.title}
      count={services?.length}
      action={
        <div className={classes.actions}>
          <Button
            variant="subtle"
            leftSection={<IconPencil />}
            disabled={!services || services.length === 0}
            onClick={() => setOpen('edit')}
          >
            {texts.edit}
          </Button>
          <Button variant="light" leftSection={<IconPlus />} onClick={() => setOpen('add')}>
            {texts.add}
          </Button>
        </div>
      }
    >
      {services && services.length > 0 && (
        <ul className={classes.list} aria-label={texts.title}>
          {services.map((service, index) => (
            <li key={service.id} data-leaving={(remove.isPending && remove.variables.id === service.id) || undefined}>
              <div className={classes.words}>
                <span className={classes.name}>
                  <span className={classes.number}>Service #{index + 1}</span> {service.name}
                </span>
                <span className={classes.type}>{serviceTypeLabels[service.type]}</span>
                {service.description && <p>{service.description}</p>}
              </div>
              <Button
                variant="default"
                c="var(--kb-alert)"
                aria-label={`Delete ${service.name}`}
                onClick={() => setDeleting(service)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {services?.length === 0 && <Text className={classes.none}>{texts.none}</Text>}
      {!services && !error && <ServiceSkeletons />}
      {!services && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
      <DeleteServiceDialog service={deleting} onCancel={() => setDeleting(null)} onConfirm={proceed} />
      <Suspense>
        {open === 'add' && <AddServiceDialog organizationId={organizationId} onClose={close} />}
        {open === 'edit' && services && (
          <EditServicesDialog organizationId={organizationId} services={services} onClose={close} />
        )}
      </Suspense>
    </SectionCard>
  );
}

/** The dialog that was left with unsaved text. */
function leftOpen(): 'add' | 'edit' | null {
  if (hasKeptEdit(newServiceDraft)) return 'add';
  return hasKeptEdit(servicesDraft) ? 'edit' : null;
}

function ServiceSkeletons() {
  return (
    <div className={classes.list} aria-busy="true">
      {[180, 220, 160].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={12} width={width} radius="sm" />
          <Skeleton height={30} width={64} radius="md" />
        </div>
      ))}
    </div>
  );
}
