import { Suspense, useState } from 'react';
import { loadLater, usePreload } from '../../lib/load-later.tsx';
import type { ButtonPopoverProps } from './button-popover.tsx';

const ButtonPopover = loadLater(async () => (await import('./button-popover.tsx')).ButtonPopover);

/** A button with a popover. It is only the button until first opened, because the positioning code is large. */
export function PopoverLater(props: ButtonPopoverProps) {
  const [used, setUsed] = useState(props.opened);
  if (props.opened && !used) setUsed(true);
  usePreload(ButtonPopover);
  if (!used) return props.button(false);
  return (
    <Suspense fallback={props.button(false)}>
      <ButtonPopover {...props} />
    </Suspense>
  );
}
