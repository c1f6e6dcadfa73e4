import { Button, Text } from '@mantine/core';
import { fieldErrors } from '../../lib/api.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { registrationTexts } from './organizations.texts.ts';

/** Specification §4: the organization couldn't be created. Both buttons lead back to the first slide. */
export function RegistrationFailureDialog({ error, onDismiss }: { error: Error | null; onDismiss: () => void }) {
  const sentences = Object.values(fieldErrors(error));
  return (
    <Dialog opened={error !== null} onClose={onDismiss} title={registrationTexts.failure} size={400}>
      <Text size="md">{error?.message}</Text>
      {sentences.length > 1 && (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button variant="default" onClick={onDismiss}>
          Cancel
        </Button>
        <Button onClick={onDismiss} data-autofocus>
          Ok
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
