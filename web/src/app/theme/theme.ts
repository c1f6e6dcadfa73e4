import { createTheme } from '@mantine/core';
import { fontSizes, radius, spacing } from '../../ui/scale/sizes.ts';
import { colors } from './colors.ts';
import { components } from './components.ts';

const fontFamily = "'Figtree Variable', 'Figtree Fallback', system-ui, 'Segoe UI', Roboto, sans-serif";

export const theme = createTheme({
  colors,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  white: '#ffffff',
  black: '#221f1b',
  fontFamily,
  fontSizes,
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.3' },
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: fontSizes.xl, lineHeight: '1.75rem' },
      h2: { fontSize: fontSizes.lg, lineHeight: '1.5rem' },
      h3: { fontSize: fontSizes.md, lineHeight: '1.25rem' },
    },
  },
  radius,
  defaultRadius: 'md',
  spacing,
  shadows: {
    xs: '0 1px 2px rgba(48,40,28,.06)',
    sm: '0 1px 2px rgba(48,40,28,.06), 0 2px 6px rgba(48,40,28,.05)',
    md: '0 1px 2px rgba(48,40,28,.06), 0 6px 16px -4px rgba(48,40,28,.12)',
    lg: '0 2px 6px rgba(48,40,28,.06), 0 14px 32px -8px rgba(48,40,28,.18)',
    xl: '0 4px 12px rgba(48,40,28,.08), 0 28px 72px -16px rgba(48,40,28,.32)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
});
