import { Popover, type PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

export interface ButtonPopoverProps extends Omit<PopoverProps, 'children' | 'opened' | 'onChange'> {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** Renders the button that opens the popover. */
  button: (autoFocus: boolean) => ReactElement;
  dropdown: { className?: string | undefined; role?: string; 'aria-label'?: string };
  children: ReactNode;
}

export function ButtonPopover({ button, dropdown, children, ...props }: ButtonPopoverProps) {
  return (
    <Popover {...props} returnFocus>
      {/* This button replaces the one that was pressed at first opening, so it takes over its focus. */}
      <Popover.Target>{button(true)}</Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
