import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> {
  /** In pixels. */
  size?: number | string;
  /** The line width on a 24 px grid. */
  stroke?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/** A line icon in the current text color, unless set otherwise. Each line of its outline begins with an M. */
export function createIcon(outline: string): Icon {
  const paths = outline.split(/(?=M)/).map((line) => createElement('path', { key: line, d: line }));
  return ({ size = 16, stroke = 1.8, color = 'currentColor', ...rest }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: color,
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      paths,
    );
}
