import { Tooltip } from '@mantine/core';

export interface PointedTooltipProps {
  target: HTMLElement;
  label: string;
  position: 'top' | 'right';
  /** Whether a touch shows it too. */
  touch: boolean;
}

/** The tooltip of an element that a pointer already rests on. */
export function PointedTooltip({ touch, ...props }: PointedTooltipProps) {
  return <Tooltip {...props} defaultOpened events={{ hover: true, focus: false, touch }} />;
}
