import './app/theme/mantine.css';
import './app/theme/fonts.css';
import './app/theme/base.css';
import './ui/shapes.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { watchConnection } from './lib/connection.ts';

// Stops Zod from testing for eval, which the browser would log as a policy violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

watchConnection();

// Not awaited at the top level, because the router's files import this one. A transition renders in small pieces.
void createRouter().then((router) =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  ),
);
