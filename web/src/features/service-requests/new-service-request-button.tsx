import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { loadNewServiceRequestForm } from './new-service-request-dialog.tsx';

/** The primary button of the profiles. The code of the form comes while the pointer is on its way. */
export function NewServiceRequestButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={onClick}
      onPointerEnter={loadNewServiceRequestForm}
      onFocus={loadNewServiceRequestForm}
    >
      New Services Request
    </Button>
  );
}
