import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { Button, Text } from '@mantine/core';
import { FailureCard } from '../../../ui/form/form-errors.tsx';
import type { SurveyBase } from '../forms.api.ts';
import { PreviewChanges } from './preview-changes.tsx';

interface StaleEditProps {
  base: SurveyBase;
  newest: FormVersion;
  definition: SurveyDefinition;
  onPublishOnTop: (newest: FormVersion) => void;
}

/** Someone else published first. Nothing is lost: you can compare the two and publish yours on top. */
export function StaleEdit({ base, newest, definition, onPublishOnTop }: StaleEditProps) {
  return (
    <>
      <FailureCard title={`Version ${newest.version} was published while you were editing`} occasion={newest.version}>
        <Text>
          Your changes started from version {base.version} and are kept. Below is how they differ from version{' '}
          {newest.version}; published on top, they take its place.
        </Text>
        <Button className="mt-10" variant="default" onClick={() => onPublishOnTop(newest)}>
          Publish mine as V.{newest.version + 1}
        </Button>
      </FailureCard>
      <PreviewChanges before={newest} after={definition} />
    </>
  );
}
