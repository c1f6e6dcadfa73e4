import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import { readDefinitionText } from './definition/read-definition.ts';

interface JsonDialogProps {
  definition: SurveyDefinition;
  onUse: (definition: SurveyDefinition) => void;
  onClose: () => void;
}

/** The form as JSON, for people who know SurveyJS. Invalid JSON is refused and stays in the box to be fixed. */
export function JsonDialog({ definition, onUse, onClose }: JsonDialogProps) {
  const [before] = useState(() => JSON.stringify(definition, null, 2));
  const [text, setText] = useState(before);
  const [failure, setFailure] = useState<{ problem: string } | null>(null);

  function use() {
    const read = readDefinitionText(text);
    if (read.definition) onUse(read.definition);
    else setFailure({ problem: read.problem });
  }

  return (
    <Dialog opened onClose={onClose} title="The form as JSON" size={800} unsaved={text !== before}>
      {failure && (
        <FailureCard title="This isn't a valid form" occasion={failure}>
          <Text>{failure.problem}</Text>
        </FailureCard>
      )}
      <GrowingTextarea
        aria-label="JSON of the form"
        minRows={12}
        maxRows={22}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        styles={{ input: { fontFamily: 'ui-monospace, monospace', whiteSpace: 'pre', overflowX: 'auto' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SubmitFooter action="Use this JSON" disabled={text === before} onClick={use} />
    </Dialog>
  );
}
