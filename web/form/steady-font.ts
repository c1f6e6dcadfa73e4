import type { Plugin } from 'vite';

/** Text never changes its font, and so never moves: a font that comes late is for the next visit. */
export function steadyFont(): Plugin {
  return {
    name: 'steady-font',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/figtree/wght.css') ? code.replaceAll('font-display: swap', 'font-display: optional') : null,
  };
}
