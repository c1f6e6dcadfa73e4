import { payloads } from '../../e2e/payloads.ts';
import type { Part } from '../part.ts';
import { plantedIn, runTests } from '../run-tests.ts';

const spec = 'e2e/stored-scripts.spec.ts';

/** Script payloads in every stored text, on every screen, in the PDF and in exports. None of them may run. */
export const browser: Part = {
  name: 'browser',
  async run({ report }) {
    report(`${payloads.length} payloads`);
    const { passed, failed } = await runTests('e2e', [spec], { KINBRIDGE_ALL_PAYLOADS: '1' });
    return {
      figures: [
        { what: 'script payloads, each in every stored text', value: payloads.length },
        { what: 'tests of all screens and exports passed', value: passed },
      ],
      failures: failed,
    };
  },
  plantedFaults: [
    plantedIn('a screen that renders stored text as HTML', ['e2e', spec], { KINBRIDGE_PLANTED_MARKUP: '1' }),
  ],
};
