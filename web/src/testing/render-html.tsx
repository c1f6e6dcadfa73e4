import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The HTML of a component in its first state, for rules that need no browser. */
export function renderHtml(node: ReactNode): string {
  return renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
}

/** The same as the texts a reader sees, one per element. */
export function renderTexts(node: ReactNode): string[] {
  return renderHtml(node)
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .split(/<[^>]+>/)
    .map((text) => text.trim())
    .filter(Boolean);
}
