import type { CallName } from '@kinbridge/contract/calls';
import { type Actor, actors } from '../world.ts';
import { accessMatrix } from './access-matrix.ts';

export interface Row {
  name: CallName;
  /** The declaration: a permission or public; `session` if it returns more; `limited` per address; `proof` if needed. */
  access: string;
  expected: Record<Actor, number>;
}

export function readMatrix(): Row[] {
  const lines = accessMatrix.split('\n').filter((line) => /^(GET|POST|PUT|DELETE) /.test(line));
  return lines.map((line) => {
    const [, name, access, statuses] = /^(\S+ \S+)\s+(\S.*?)\s+((?:\d{3}\s*){11})$/.exec(line) ?? [];
    if (!name || !access || !statuses) throw new Error(`This row of the access matrix can't be read: ${line}`);
    const numbers = statuses.trim().split(/\s+/).map(Number);
    const expected = Object.fromEntries(actors.map((actor, index) => [actor, numbers[index]])) as Record<Actor, number>;
    return { name: name as CallName, access, expected };
  });
}
