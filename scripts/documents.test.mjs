import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { messageTemplates } from '../contract/src/custom-messages/message-templates.ts';
import { settingNames } from '../server/src/main/environment.ts';
import { emailTexts } from '../server/src/main/worker-runner.ts';
import { repository } from './steps.mjs';

const folders = ['', 'server/src'];
const isFile = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|md|json|yaml|yml)$/;

test('every file that docs/ASVS.md names exists', () => {
  const text = readFileSync(join(repository, 'docs/ASVS.md'), 'utf8');
  const named = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name).filter((name) => isFile.test(name));
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter((name) => !folders.some((folder) => existsSync(join(repository, folder, name))));
  expect(missing).toEqual([]);
});

test('docs/ASVS.md has each requirement once', () => {
  const text = readFileSync(join(repository, 'docs/ASVS.md'), 'utf8');
  const ids = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \|/gm)].map(([, id]) => id);
  expect(ids).toHaveLength(253);
  expect(new Set(ids).size).toBe(253);
});

test('docs/OPERATIONS.md lists every setting', () => {
  const text = readFileSync(join(repository, 'docs/OPERATIONS.md'), 'utf8');
  expect(settingNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('docs/MESSAGES.md lists every email, and every text to members as it is', () => {
  const text = readFileSync(join(repository, 'docs/MESSAGES.md'), 'utf8');
  const texts = Object.entries(messageTemplates).map(([key, template]) => `\`${key}\`: ${template.text}`);
  const emails = Object.keys(emailTexts).map((kind) => `\`${kind}\``);
  expect([...emails, ...texts].filter((one) => !text.includes(one))).toEqual([]);
});

test('documents link only to headings that exist', () => {
  const docs = readdirSync(join(repository, 'docs'), { recursive: true }).map((name) => join('docs', name));
  const pages = ['README.md', 'SECURITY.md', ...docs.filter((name) => name.endsWith('.md'))];
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(repository, page), 'utf8').matchAll(/\]\((?!\w+:)([^)#]*)#([^)]+)\)/g)]
      .filter(([, to, heading]) => !headingsOf(to ? resolve(repository, dirname(page), to) : page).includes(heading))
      .map(([, to, heading]) => `${page}: ${to}#${heading}`),
  );
  expect(broken).toEqual([]);
});

/** Pages with a limit of words. */
const limits = {
  'docs/ARCHITECTURE.md': 1_300,
  'docs/PERFORMANCE.md': 1_500,
  'docs/SCALE.md': 900,
  'docs/OPERATIONS.md': 8_500,
  'README.md': 700,
};

test('every decision has at most 250 words', () => {
  const decisions = readdirSync(join(repository, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const long = decisions.filter((name) => wordsIn(join('docs/decisions', name)) > 250).map((name) => name.slice(0, 4));
  expect(decisions.length).toBeGreaterThan(20);
  expect(long).toEqual([]);
});

test('every decision that a comment names exists', () => {
  const decisions = new Set(readdirSync(join(repository, 'docs/decisions')).map((name) => name.slice(0, 4)));
  const folders = ['contract', 'forms', 'public', 'server/src', 'web/src', 'web/form', 'db/migrations', 'trust'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true }).map((name) => join(repository, folder, name)),
  );
  const named = files
    .filter((path) => /\.(tsx?|sql)$/.test(path) && !path.includes('node_modules'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/decisions?[ /](\d{4})/g)]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(([, number]) => number).filter((number) => !decisions.has(number))).toEqual([]);
});

test('pages for newcomers stay within their words', () => {
  expect(Object.entries(limits).filter(([page, most]) => wordsIn(page) > most)).toEqual([]);
});

/** Marks of lists and tables aren't words. */
function wordsIn(page) {
  return readFileSync(join(repository, page), 'utf8').match(/\S*[\p{L}\p{N}]\S*/gu).length;
}

/** The names that GitHub gives the headings of a page. */
function headingsOf(page) {
  return [...readFileSync(resolve(repository, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('docs/TRIGGERS.md names exactly the triggers of the schema', () => {
  const page = readFileSync(join(repository, 'docs/TRIGGERS.md'), 'utf8');
  const schema = readFileSync(join(repository, 'db/schema.sql'), 'utf8');
  const named = [...page.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell]) => cell.replaceAll('`', '').split(' '));
  const present = [...schema.matchAll(/^CREATE TRIGGER (\w+) .*? ON ([\w.]+) /gm)].map(
    ([, name, on]) => `${on}.${name}`,
  );
  expect(present.length).toBeGreaterThan(30);
  expect(named.sort()).toEqual(present.sort());
});
