import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../server/src/testing/test-app.ts';
import { check, type Part } from '../part.ts';
import { listed } from './listed.ts';

interface Warning {
  rule: string;
  /** The path in the API that it is about; empty for the whole document. */
  path: string;
  message: string;
}

interface Linter {
  software: string;
  version: string;
  /** Lints openapi.json in a folder. */
  lint(folder: string): Promise<Warning[]>;
}

const redocly: Linter = {
  software: 'Redocly CLI',
  version: '2.77.0',
  async lint(folder) {
    const args = ['redocly', 'lint', 'openapi.json', '--format=json', '--max-problems=10000'];
    const { problems } = JSON.parse(await npx(folder, `@redocly/cli@${this.version}`, args)) as RedoclyReport;
    return problems.map(({ ruleId, message, location: [place] }) => ({
      rule: ruleId,
      path: pathOf((place?.pointer ?? '').replace(/^#\//, '').split('/').map(unescapePointer)),
      message,
    }));
  },
};

interface RedoclyReport {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

const spectral: Linter = {
  software: 'Spectral CLI',
  version: '6.16.3',
  async lint(folder) {
    await writeFile(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
    const args = ['spectral', 'lint', 'openapi.json', '--format=json', '--output=spectral.json', '--quiet'];
    await npx(folder, `@stoplight/spectral-cli@${this.version}`, args);
    const found = JSON.parse(await readFile(join(folder, 'spectral.json'), 'utf8')) as SpectralReport;
    return found.map(({ code, path, message }) => ({ rule: code, path: pathOf(path), message }));
  },
};

type SpectralReport = { code: string; path: string[]; message: string }[];

/** Lints the document that a server serves, with linters from npm. */
export const openapi: Part = {
  name: 'openapi',
  packages: [],
  async run({ report }) {
    const test = await startTestApp();
    const folder = await mkdtemp(join(tmpdir(), 'kinbridge-openapi-'));
    try {
      await writeFile(join(folder, 'openapi.json'), (await test.call('GET /docs/openapi.json')).bytes);
      const checks = [];
      for (const linter of [redocly, spectral]) {
        report(`${linter.software} ${linter.version}`);
        const what = 'the API document has no warnings but those listed in outside/openapi/listed.ts';
        checks.push(await check(linter, what, async () => compare(linter, await linter.lint(folder))));
      }
      return checks;
    } finally {
      await test.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Fails for warnings that aren't listed, and for listed ones that no longer come. */
function compare({ software }: Linter, warnings: Warning[]): void {
  const expected = listed
    .filter((entry) => entry.software === software)
    .flatMap(({ rule, paths }) => paths.map((path) => `${rule} ${path}`));
  const found = warnings.map(({ rule, path, message }) => ({ key: `${rule} ${path}`, message }));
  const unlisted = found.filter(({ key }) => !expected.includes(key)).map(({ key, message }) => `${key}: ${message}`);
  const stale = expected
    .filter((key) => !found.some((warning) => warning.key === key))
    .map((key) => `${key}: listed, but no longer found`);
  const problems = [...unlisted, ...stale];
  if (problems.length > 0) throw new Error(`${problems.length} differ from the list:\n${problems.join('\n')}`);
}

function pathOf([first, path = '']: string[]): string {
  return first === 'paths' ? path : '';
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** What a command of a package prints. It may exit with 1 for warnings; no script of a package runs on installing it. */
function npx(folder: string, spec: string, args: string[]): Promise<string> {
  const env = { ...process.env, npm_config_ignore_scripts: 'true', REDOCLY_TELEMETRY: 'off' };
  const options = { cwd: folder, env, timeout: 300_000, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile('npx', ['--yes', `--package=${spec}`, ...args], options, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`${spec} failed: ${error.message}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
