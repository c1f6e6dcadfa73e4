import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { loadLater } from '../../lib/load-later.tsx';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { hasKeptEdit } from '../../lib/use-kept-edit.ts';
import { useNow } from '../../lib/use-now.ts';
import { AvailabilityChip } from '../../ui/availability-chip.tsx';
import { IconPlus } from '../../ui/icons/icons.ts';
import { IconPencil } from '../../ui/icons/later-icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { unconfirmedText } from '../../ui/unconfirmed-text.ts';
import classes from './company-services.module.css';
import { DeleteServiceDialog } from './delete-service-dialog.tsx';
import { detailsTexts } from './details/details.texts.ts';
import { detailsDraft, newServiceDraft, servicesDraft, useConfirmService, useDeleteService } from './services.api.ts';
import { availabilityTexts, companyServicesTexts as texts } from './services.texts.ts';

const AddServiceDialog = loadLater(async () => (await import('./add-service-dialog.tsx')).AddServiceDialog);
const AvailabilityDialog = loadLater(async () => (await import('./your-services-dialog.tsx')).YourServicesDialog);
const DetailsDialog = loadLater(async () => (await import('./details/details-dialog.tsx')).DetailsDialog);
const EditServicesDialog = loadLater(async () => (await import('./edit-services-dialog.tsx')).EditServicesDialog);

/** Specification §2: 'Service #n name', each with Delete. */
export function CompanyServices({ organizationId }: { organizationId: number }) {
  const { data: services, error, refetch } = useQuery(servicesQuery(organizationId));
  const [open, setOpen] = useState(leftOpen);
  const [deleting, setDeleting] = useState<Service | null>(null);
  // Undefined until someone opens or closes one: a dialog that was left with unsaved text opens again. The service as it
  // was, so that the dialog stays if a colleague deletes it.
  const [opened, setDetailed] = useState<Service | null>();
  const detailed = opened === undefined ? services?.find(({ id }) => hasKeptEdit(detailsDraft(id))) : opened;
  const remove = useDeleteService();
  const close = () => setOpen(null);

  function proceed(service: Service) {
    setDeleting(null);
    remove.mutate(service, outcomeNotices(texts.deleted(service.name), `${texts.failed}.`));
  }

  return (
    <SectionCard
      title={texts.title}
      count={services?.length}
      action={
        <div className="flex wrap justify-end gap-xs">
          <Button
            variant="subtle"
            leftSection={<IconPencil />}
            disabled={!services?.length}
            onClick={() => setOpen('edit')}
          >
            {texts.edit}
          </Button>
          <Button variant="subtle" disabled={!services?.length} onClick={() => setOpen('availability')}>
            {availabilityTexts.set}
          </Button>
          <Button variant="light" leftSection={<IconPlus />} onClick={() => setOpen('add')}>
            {texts.add}
          </Button>
        </div>
      }
    >
      {services && services.length > 0 && (
        <ul className={`list ${classes.list}`} aria-label={texts.title}>
          {services.map((service, index) => (
            <CompanyService
              key={service.id}
              service={service}
              number={index + 1}
              leaving={remove.isPending && remove.variables.id === service.id}
              onDetails={() => setDetailed(service)}
              onDelete={() => setDeleting(service)}
            />
          ))}
        </ul>
      )}
      {services && services.length > 0 && (
        <Text className="border-top px-md py-sm dimmed">
          {texts.directory}{' '}
          <Anchor href="/services" target="_blank" rel="noopener" fz="inherit">
            {texts.directoryLink}
          </Anchor>
          .
        </Text>
      )}
      {services?.length === 0 && <Text className="empty-note text-inherit">{texts.none}</Text>}
      {!services && !error && <ServiceSkeletons />}
      {!services && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
      <DeleteServiceDialog service={deleting} onCancel={() => setDeleting(null)} onConfirm={proceed} />
      <Suspense>
        {open === 'add' && <AddServiceDialog organizationId={organizationId} onClose={close} />}
        {open === 'availability' && <AvailabilityDialog onClose={close} />}
        {detailed && <DetailsDialog key={detailed.id} service={detailed} onClose={() => setDetailed(null)} />}
        {open === 'edit' && services && (
          <EditServicesDialog organizationId={organizationId} services={services} onClose={close} />
        )}
      </Suspense>
    </SectionCard>
  );
}

interface CompanyServiceProps {
  service: Service;
  number: number;
  leaving: boolean;
  onDetails: () => void;
  onDelete: () => void;
}

function CompanyService({ service, number, leaving, onDetails, onDelete }: CompanyServiceProps) {
  return (
    <li data-leaving={leaving || undefined}>
      <div className={`gap-x-sm row wrap min-w-0 ${classes.words}`}>
        <span className="bold anywhere">
          <span className="dimmed regular">Service #{number}</span> {service.name}
        </span>
        <span className="dimmed regular">{serviceTypeLabels[service.type]}</span>
        <AvailabilityChip availability={service.availability} />
        {availabilityTexts.note(service) && <p>{availabilityTexts.note(service)}</p>}
        {service.description && <p>{service.description}</p>}
        <Unconfirmed service={service} />
      </div>
      <div className="flex wrap justify-end gap-xs">
        <Button variant="default" aria-label={detailsTexts.openOf(service.name)} onClick={onDetails}>
          {detailsTexts.open}
        </Button>
        <Button variant="default" c="var(--kb-alert)" aria-label={`Delete ${service.name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}

/** Says that nobody has confirmed the listing for 90 days. */
function Unconfirmed({ service }: { service: Service }) {
  const confirm = useConfirmService();
  const sentence = unconfirmedText(service, useNow());
  if (sentence === null) return null;
  return (
    <p className={classes.unconfirmed}>
      {sentence}
      <Button
        variant="light"
        loading={confirm.isPending}
        aria-label={availabilityTexts.confirmOf(service.name)}
        onClick={() =>
          confirm.mutate(service, outcomeNotices(availabilityTexts.confirmed(service.name), availabilityTexts.failed))
        }
      >
        {availabilityTexts.confirm}
      </Button>
    </p>
  );
}

/** The dialog that was left with unsaved text. */
function leftOpen(): 'add' | 'edit' | 'availability' | null {
  if (hasKeptEdit(newServiceDraft)) return 'add';
  return hasKeptEdit(servicesDraft) ? 'edit' : null;
}

function ServiceSkeletons() {
  return (
    <div className={`list ${classes.list}`} aria-busy="true">
      {[180, 220, 160].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={12} width={width} radius="sm" />
          <Skeleton height={30} width={64} radius="md" />
        </div>
      ))}
    </div>
  );
}
