import type { ITheme } from 'survey-core';

/**
 * SurveyJS in our colours, light and dark: its palette is our variables, so it changes with them. Without panels,
 * since a form stands on a sheet already.
 */
export const surveyTheme: ITheme = {
  themeName: 'default',
  colorPalette: 'light',
  isPanelless: true,
  cssVariables: {
    '--sjs2-typography-font-family-text': 'var(--mantine-font-family)',
    '--sjs2-color-project-brand-400': 'var(--kb-link)',
    '--sjs2-color-project-brand-600': 'var(--kb-link)',
    '--sjs2-color-project-brand-700': 'var(--kb-link)',
    '--sjs2-color-project-brand-800': 'var(--kb-link)',
    '--sjs2-palette-gray-000': 'var(--kb-sheet)',
    '--sjs2-palette-gray-100': 'var(--kb-soft)',
    '--sjs2-palette-gray-150': 'var(--kb-soft)',
    '--sjs2-palette-gray-200': 'var(--kb-line)',
    '--sjs2-palette-gray-250': 'var(--kb-control)',
    '--sjs2-palette-gray-600': 'var(--kb-label)',
    '--sjs2-palette-gray-700': 'var(--kb-label)',
    '--sjs2-palette-gray-900': 'var(--mantine-color-text)',
    '--sjs2-palette-gray-999': 'var(--mantine-color-text)',
    '--sjs2-palette-red-600': 'var(--kb-alert)',
    '--sjs2-palette-red-700': 'var(--kb-alert)',
    '--sjs2-color-fg-basic-secondary': 'var(--mantine-color-dimmed)',
    '--sjs2-color-fg-basic-tertiary': 'var(--kb-placeholder)',
    '--sjs2-color-utility-surface-survey': 'transparent',
    '--sjs2-color-utility-a11y': 'var(--kb-link)',
  },
};
