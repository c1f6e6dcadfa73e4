// As a command, prints the browser's path, or instructions on stderr.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repository, run, StepFailed } from './steps.mjs';

// The headless shell takes two thirds of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A working Chromium: from KINBRIDGE_BROWSER, Playwright, npm, the system, or Debian's packages. Each is tried first.
 * The earlier ones are the same for everyone and faster than Debian's.
 */
export async function findBrowser() {
  const named = process.env.KINBRIDGE_BROWSER;
  if (named) {
    if (await runs(named)) return named;
    throw new StepFailed(`KINBRIDGE_BROWSER names ${named}, which does not run.`);
  }
  for (const find of [playwrightBrowser, npmBrowser, systemBrowsers, debianBrowser]) {
    for (const path of await find()) if (await runs(path)) return path;
  }
  throw new StepFailed(
    'The browser tests need Chromium or Chrome, and none was found. Install one, or set KINBRIDGE_BROWSER to its path.',
  );
}

function systemBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].filter(existsSync);
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()].filter(existsSync);
}

async function debianBrowser() {
  const aptGet = '/usr/bin/apt-get';
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return [];
  const quietly = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  if ((await run(aptGet, ['update'], quietly)) !== 0) return [];
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if ((await run(aptGet, ['install', '-y', '--no-install-recommends', name], quietly)) === 0) break;
  }
  return systemBrowsers();
}

/** @sparticuz/chromium: built for x64 Linux, with the libraries and font that a bare system lacks. */
async function npmBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const folder = join(repository, '.cache', 'chromium');
  await mkdir(folder, { recursive: true });
  // It unpacks into the temporary folder and trusts its contents, so it gets a private one. It unpacks its libraries
  // only if it believes it runs in its cloud.
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    const fonts = join(folder, 'fonts.conf');
    await writeFile(fonts, fontSettings(folder));
    const settings = [`FONTCONFIG_FILE='${fonts}'`];
    return [
      await writeCommand(join(folder, 'chromium-with-font'), path, settings),
      await writeCommand(join(folder, 'chromium-with-libraries'), path, [
        ...settings,
        `LD_LIBRARY_PATH='${join(folder, 'al2023', 'lib')}'`,
      ]),
    ];
  } catch {
    return [];
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The system's fonts, if any, and the unpacked one. Its own settings name paths of its cloud. */
function fontSettings(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

async function writeCommand(file, path, settings) {
  await writeFile(file, `#!/bin/sh\nexport ${settings.join(' ')}\nexec '${path}' "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

async function runs(path) {
  // Chrome for Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return existsSync(path);
  try {
    await promisify(execFile)(path, ['--version'], { timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(await findBrowser());
  } catch (error) {
    console.error(error instanceof StepFailed ? error.message : error);
    process.exitCode = 1;
  }
}
