import { payloads } from '../../e2e/payloads.ts';
import type { Part } from '../part.ts';
import { runTests } from '../run-tests.ts';

const spec = 'e2e/stored-scripts.spec.ts';

/**
 * Script payloads in every stored text, on every screen, in the PDF and in exports, with a beacon that must stay
 * silent.
 */
export const browser: Part = {
  name: 'browser',
  shows: 'A stored script stays text on every screen, in the PDF and in exports.',
  async run({ report }) {
    report(`${payloads.length} payloads`);
    const { passed, failed } = await runTests('e2e', [spec], { KINBRIDGE_ALL_PAYLOADS: '1' });
    return {
      figures: [
        { what: 'payloads, each in every stored text', value: payloads.length },
        { what: 'walks through all screens and exports passed', value: passed },
      ],
      misses: failed,
    };
  },
  plantedFaults: [
    {
      name: 'a screen that shows a stored text as markup',
      run: async () => ({
        figures: [],
        misses: (await runTests('e2e', [spec], { KINBRIDGE_PLANTED_MARKUP: '1' })).failed,
      }),
    },
  ],
};
