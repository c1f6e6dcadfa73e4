import { describe, expect, test } from 'vitest';
import { nodeProblem } from './node-version.mjs';

describe('the minimum Node version', () => {
  test.each(['20.19.0', '20.20.2', '21.0.0', '22.12.0', '24.1.0', '100.0.0'])('accepts %s', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  test.each(['0.12.18', '12.22.12', '18.20.4', '20.0.0', '20.9.0', '20.18.3'])(
    'refuses %s with one sentence',
    (version) => {
      expect(nodeProblem(version)).toBe(
        `Kinbridge needs Node 20.19 or newer, and this is Node ${version}. Install a current LTS version from https://nodejs.org and try again.`,
      );
    },
  );
});
