import type { CSSVariablesResolver } from '@mantine/core';
import { chipColors } from './colors.ts';

/** Semantic names that the style sheets use instead of shades, each with a light and a dark value. */
const variables: Record<string, [light: string, dark: string]> = {
  '--kb-canvas': [shade('gray', 1), shade('dark', 8)],
  '--kb-sheet': ['#ffffff', shade('dark', 7)],
  '--kb-soft': [shade('gray', 1), shade('dark', 6)],
  '--kb-hover': [shade('gray', 0), '#24221f'],
  '--kb-line': [shade('gray', 2), '#302e2a'],
  '--kb-line-strong': [shade('gray', 3), shade('dark', 4)],
  '--kb-control': ['#958f85', '#7b766d'],
  '--kb-selected': [shade('teal', 0), '#1c2b29'],
  '--kb-tint': [shade('teal', 0), '#1c2b29'],
  '--kb-tint-text': [shade('teal', 8), shade('teal', 2)],
  '--kb-link': [shade('teal', 7), shade('teal', 3)],
  '--kb-alert': [shade('red', 7), shade('red', 3)],
  '--kb-alert-soft': [shade('red', 0), '#33211d'],
  '--kb-label': [shade('gray', 7), shade('dark', 1)],
  '--kb-tile': [shade('gray', 2), shade('dark', 5)],
  '--kb-nav-active': ['#ffffff', shade('dark', 6)],
  '--kb-placeholder': [shade('gray', 5), shade('dark', 3)],
  '--mantine-color-text': [shade('gray', 9), shade('dark', 0)],
  '--mantine-color-dimmed': [shade('gray', 6), shade('dark', 2)],
  '--mantine-color-body': ['var(--kb-sheet)', 'var(--kb-sheet)'],
  '--mantine-color-anchor': ['var(--kb-link)', 'var(--kb-link)'],
  '--mantine-color-error': ['var(--kb-alert)', 'var(--kb-alert)'],
  '--mantine-color-placeholder': ['var(--kb-placeholder)', 'var(--kb-placeholder)'],
  '--mantine-color-disabled-color': [shade('gray', 6), shade('dark', 2)],
  '--mantine-color-default-border': ['var(--kb-line-strong)', 'var(--kb-line-strong)'],
  '--mantine-color-default-color': [shade('gray', 9), shade('dark', 0)],
  '--mantine-color-teal-light': ['#dff0ec', '#203735'],
  '--mantine-color-teal-light-hover': [shade('teal', 1), '#28433f'],
  '--mantine-color-teal-light-color': [shade('teal', 8), shade('teal', 2)],
  '--mantine-color-gray-light-color': ['var(--kb-label)', 'var(--kb-label)'],
  ...Object.fromEntries(chipColors.flatMap(chipVariables)),
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: pick(0),
  dark: pick(1),
});

function shade(color: string, index: number): string {
  return `var(--mantine-color-${color}-${index})`;
}

function chipVariables(color: string): [string, [string, string]][] {
  return [
    [`--kb-chip-${color}`, [shade(color, 1), `color-mix(in srgb, ${shade(color, 5)} 18%, transparent)`]],
    [`--kb-chip-${color}-text`, [shade(color, 8), shade(color, 2)]],
    [`--kb-chip-${color}-icon`, [shade(color, 7), shade(color, 3)]],
  ];
}

function pick(index: 0 | 1): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, values]) => [name, values[index]]));
}
