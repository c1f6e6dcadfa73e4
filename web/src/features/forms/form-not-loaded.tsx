import { ApiError } from '../../lib/api.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormNotChosen } from './form-not-chosen.tsx';
import { formsTexts } from './forms.texts.ts';

interface FormNotLoadedProps {
  error: Error;
  onRetry: () => void;
  windowTitle?: string;
}

/** Specification §8: 'Could not retrieve survey', with what the server said about it. */
export function FormNotLoaded({ error, onRetry, windowTitle = 'Form' }: FormNotLoadedProps) {
  if (error instanceof ApiError && error.status === 404) return <FormNotChosen windowTitle={windowTitle} unknown />;
  return <LoadFailure title={formsTexts.notRetrieved} error={error} onRetry={onRetry} />;
}
