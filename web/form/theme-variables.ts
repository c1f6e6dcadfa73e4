import type { MantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { colors } from '../src/app/theme/colors.ts';
import { cssVariablesResolver } from '../src/app/theme/variables.ts';
import { radius } from '../src/ui/scale/sizes.ts';

const name = 'virtual:theme-variables.css';

/** The portal's colors and radii as a style sheet, so that the form doesn't load the theme code. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? styleSheet() : undefined),
  };
}

function styleSheet(): string {
  const { light, dark } = cssVariablesResolver({} as MantineTheme);
  const radii = Object.entries(radius).map(([size, value]) => `--mantine-radius-${size}:${value}`);
  return `:root{${declarations(light)};${radii.join(';')}}@media (prefers-color-scheme: dark){:root{${declarations(dark)}}}`;
}

const wanted = /^--kb-(?!chip-|nav-)|^--mantine-color-(text|dimmed)$/;

function declarations(variables: Record<string, string>): string {
  return Object.entries(variables)
    .filter(([variable]) => wanted.test(variable))
    .map(([variable, value]) => `${variable.replace('--mantine-color-', '--kb-')}:${inColor(value)}`)
    .join(';');
}

function inColor(value: string): string {
  return value.replace(/var\(--mantine-color-(\w+)-(\d)\)/g, (whole, color: keyof typeof colors, shade: string) => {
    return colors[color]?.[Number(shade)] ?? whole;
  });
}
