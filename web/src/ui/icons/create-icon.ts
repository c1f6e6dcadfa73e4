import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'ref' | 'stroke'> {
  /** In pixels. */
  size?: number | string;
  /** How thick the line is, on a grid of 24. */
  stroke?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/** A picture of lines, in the colour of the text around it unless told otherwise. */
export function createIcon(...lines: string[]): Icon {
  const paths = lines.map((line) => createElement('path', { key: line, d: line }));
  return ({ size = 24, stroke = 2, color = 'currentColor', ...rest }) =>
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
