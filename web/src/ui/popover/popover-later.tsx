import { Suspense } from 'react';
import { loadLater, useOpenedOnce, usePreload } from '../../lib/load-later.tsx';
import type { ButtonPopoverProps } from './button-popover.tsx';

const ButtonPopover = loadLater(async () => (await import('./button-popover.tsx')).ButtonPopover);

/** A button with a popover. It is only the button until first opened, because the positioning code is large. */
export function PopoverLater(props: ButtonPopoverProps) {
  const used = useOpenedOnce(props.opened);
  usePreload(ButtonPopover);
  if (!used) return props.button(false);
  return (
    <Suspense fallback={props.button(false)}>
      <ButtonPopover {...props} />
    </Suspense>
  );
}
