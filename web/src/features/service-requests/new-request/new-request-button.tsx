import { Button } from '@mantine/core';
import { usePreload } from '../../../lib/load-later.tsx';
import { IconPlus } from '../../../ui/icons/icons.ts';
import { NewServiceRequestForm } from './new-request-dialog.tsx';

/** The primary button on profiles. */
export function NewServiceRequestButton({ onClick }: { onClick: () => void }) {
  usePreload(NewServiceRequestForm);
  return (
    <Button leftSection={<IconPlus />} onClick={onClick}>
      New Services Request
    </Button>
  );
}
