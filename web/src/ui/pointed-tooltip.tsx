import { Tooltip } from '@mantine/core';

export interface PointedTooltipProps {
  target: HTMLElement;
  label: string;
  position: 'top' | 'right';
}

/** The tooltip of an element that a pointer rests on already. */
export function PointedTooltip(props: PointedTooltipProps) {
  return <Tooltip {...props} defaultOpened events={{ hover: true, focus: false, touch: true }} />;
}
