import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { StateScreen } from './state-screen.tsx';

interface NothingFoundProps {
  title: string;
  text: string;
  /** Leads to what was found elsewhere. */
  elsewhere?: ReactNode;
  /** What the button does. */
  clear?: string;
  onClear: () => void;
}

/** A search without results, with the way back to the whole list. */
export function NothingFound({ title, text, elsewhere, clear = 'Clear search', onClear }: NothingFoundProps) {
  return (
    <StateScreen
      role="status"
      title={title}
      text={text}
      actions={
        <>
          {elsewhere}
          <Button variant={elsewhere ? 'default' : 'light'} onClick={onClear}>
            {clear}
          </Button>
        </>
      }
    />
  );
}
