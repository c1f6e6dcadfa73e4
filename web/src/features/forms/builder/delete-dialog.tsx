import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { Button, Text } from '@mantine/core';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { cardTitle } from './builder-card.tsx';
import type { Node } from './builder-tree.ts';
import { textFor } from './definition/local-text.ts';

interface DeleteDialogProps {
  node: Node;
  /** Elements with a rule about it. */
  dependents: Node[];
  onDelete: (withRules: boolean) => void;
  onClose: () => void;
}

/** Asks what to do with rules about a question before it is deleted. */
export function DeleteDialog({ node, dependents, onDelete, onClose }: DeleteDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={`Delete ${called(node)}?`}>
      <Text mb={8}>{dependents.length === 1 ? 'A rule depends on it:' : 'Some rules depend on it:'}</Text>
      <ul>
        {dependents.map((dependent) => (
          <li key={dependent.name}>Show {called(dependent)} only if …</li>
        ))}
      </ul>
      <Text mt={8}>Rules you keep must be changed or removed before you can publish.</Text>
      <DialogFooter>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button variant="default" onClick={() => onDelete(false)}>
          Delete and Keep Rules
        </Button>
        <Button color="red" onClick={() => onDelete(true)}>
          Delete with Rules
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function called(node: Node): string {
  const title = 'type' in node ? cardTitle(node as SurveyElement) : textFor(node.title, 'default') || node.name;
  return `“${title}”`;
}
