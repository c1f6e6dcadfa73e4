import { Popover, type PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

export interface ButtonPopoverProps extends Omit<PopoverProps, 'children' | 'opened' | 'onChange'> {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Makes the button that it stands beside. */
  button: (autoFocus: boolean) => ReactElement;
  dropdown: { className?: string | undefined; role?: string; 'aria-label'?: string };
  children: ReactNode;
}

export function ButtonPopover({ button, dropdown, children, ...props }: ButtonPopoverProps) {
  return (
    <Popover {...props} returnFocus>
      {/* The button that was pressed went with the first opening: this one takes its focus, and gets it back. */}
      <Popover.Target>{button(true)}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
