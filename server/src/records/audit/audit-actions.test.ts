import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditKinds } from '@kinbridge/contract/audit/audit-kinds';
import { operatorKinds } from '@kinbridge/contract/operator/operator-actions';
import { expect, it } from 'vitest';

const server = fileURLToPath(new URL('../..', import.meta.url));

/** The actions that the server writes by name. */
function writtenActions(): string[] {
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(server, path), 'utf8'));
  const written = /\b(?:action: |recordRead\(|recordList\()([^,;]+)/g;
  return sources.flatMap((source) =>
    Array.from(source.matchAll(written), ([, value = '']) =>
      Array.from(value.matchAll(/'([a-z-]+\.[a-z-]+)'/g), ([, action = '']) => action),
    ).flat(),
  );
}

it('every action that is written can be chosen in a filter of the audit log', () => {
  const known = new Set<string>([...Object.values(auditKinds), ...Object.values(operatorKinds)].flat());
  // Marks the chain itself; only audit:verify reads it.
  known.add('audit.keyed');
  const written = writtenActions();
  expect(written.length).toBeGreaterThan(80);
  expect(written.filter((action) => !known.has(action))).toEqual([]);
});
