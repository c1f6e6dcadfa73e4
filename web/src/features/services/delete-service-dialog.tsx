import type { Service } from '@kinbridge/contract/services/services.contract';
import { useQuery } from '@tanstack/react-query';
import { ifKnown } from '../../lib/queries/if-known.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { openRequestsQuery } from './services.api.ts';
import { companyServicesTexts as texts } from './services.texts.ts';

interface DeleteServiceDialogProps {
  /** The service to ask about, or null. */
  service: Service | null;
  onCancel: () => void;
  onConfirm: (service: Service) => void;
}

/** Specification §2, with the service's name and its open requests. */
export function DeleteServiceDialog({ service, onCancel, onConfirm }: DeleteServiceDialogProps) {
  const { data, isFetching } = useQuery(ifKnown(service?.id, openRequestsQuery));
  return (
    <ConfirmDialog
      opened={service !== null}
      title={texts.deleteTitle(service?.name ?? '')}
      text={texts.deleteQuestion}
      note={isFetching ? texts.counting : data ? texts.openRequests(data.count) : texts.notCounted}
      confirm="Proceed"
      cancel="Dismiss"
      waiting={isFetching}
      onCancel={onCancel}
      onConfirm={() => service && onConfirm(service)}
    />
  );
}
