import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from 'react-router';
import { BrokenArc } from '../../ui/states/arc.tsx';
import { StateScreen } from '../../ui/states/state-screen.tsx';
import { formsTexts } from './forms.texts.ts';

interface FormNotChosenProps {
  windowTitle: string;
  /** True if the form in the URL doesn't exist or belongs to another organization. */
  unknown?: boolean;
}

/** Shown when no form is chosen, with a link to the library. */
export function FormNotChosen({ windowTitle, unknown = false }: FormNotChosenProps) {
  useDocumentTitle(`${windowTitle} · Kinbridge`);
  return (
    <StateScreen
      level={1}
      picture={<BrokenArc />}
      title={unknown ? formsTexts.notRetrieved : 'Choose a form'}
      text={
        unknown
          ? "We couldn't find that form in your organization."
          : 'Choose a form in the library to see what people answered.'
      }
      actions={
        <Button component={Link} to="/forms-library">
          Go to the {formsTexts.library}
        </Button>
      }
    />
  );
}
