import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { projectRoot } from '../../server/src/main/config.ts';
import { CannotRun } from '../part.ts';

const version = '2.55.1';
const howToInstall = `The fuzzer needs Java 17 or later and Specmatic ${version}: install a Java runtime, then run \`npm install --no-save specmatic@${version}\` here, or set SPECMATIC_JAR to its jar.`;

/** The jar from SPECMATIC_JAR or the npm package. */
export async function findSpecmatic(): Promise<string> {
  const jar = process.env.SPECMATIC_JAR ?? join(projectRoot(), 'node_modules/specmatic/specmatic.jar');
  const java = await promisify(execFile)('java', ['-version']).catch(() => undefined);
  const major = Number(/version "(\d+)/.exec(java?.stderr ?? '')?.[1] ?? 0);
  if (major < 17 || !existsSync(jar)) throw new CannotRun(howToInstall);
  return jar;
}

export interface Case {
  /** Whether the request is valid (positive) or breaks the document in one place (negative). */
  positive: boolean;
  /** `METHOD /path/{param}`. */
  operation: string;
  /** The fuzzer's description of the change. */
  change: string;
  /** Whether the response is as the document says. */
  conforms: boolean;
  status: number;
  code: string | undefined;
  /** The fields named in the error. */
  fields: string[];
}

interface Run {
  /** Contains openapi.json and a folder named examples. */
  folder: string;
  url: string;
  token: string;
  /** Which operations, in the fuzzer's words. */
  filter: string;
}

/** Runs every case the fuzzer derives from the document and parses its output. */
export async function runSpecmatic({ folder, url, token, filter }: Run): Promise<Case[]> {
  const config =
    'version: 2\ncontracts:\n  - provides:\n      - openapi.json\ntest:\n  resiliencyTests:\n    enable: all\n';
  await writeFile(join(folder, 'specmatic.yaml'), config);
  const args = ['test', `--testBaseURL=${url}`, '--examples=examples', '--timeout=20', `--filter=${filter}`];
  // Without a limit it tries thousands of combinations of optional parameters.
  const bound = '-DMAX_TEST_REQUEST_COMBINATIONS=1';
  const child = spawn('java', [bound, '-jar', await findSpecmatic(), ...args], {
    cwd: folder,
    // Named after the document's security scheme.
    env: { PATH: process.env.PATH, HOME: folder, idToken: token },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const cases: Case[] = [];
  const last: string[] = [];
  let answer: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('  Response at ')) answer = [];
    else answer.push(line);
    const found = readCase(line, answer);
    if (found) {
      cases.push(found);
      answer = [];
    }
    // The rest is a report that takes longer than the cases.
    if (line.includes('API COVERAGE SUMMARY')) child.kill();
    if (last.push(line) > 60) last.shift();
  }
  await exited;
  if (cases.length === 0) throw new Error(`Specmatic ran no case:\n${last.join('\n')}`);
  return cases;
}

/** The fuzzer writes (id:number) where the document has {id}. */
function readCase(line: string, answer: string[]): Case | undefined {
  const found = /^([+-])ve\s+Scenario: (\w+) (\S.*?) -> \S+(.*) has (FAILED|SUCCEEDED)/.exec(line);
  if (!found) return undefined;
  const [, sign, method, path = '', change = '', verdict] = found;
  const body = answer
    .slice(
      answer.findIndex((text) => text.trim() === ''),
      -1,
    )
    .join('\n');
  const { code, fields = {} } = parse(body) as { code?: string; fields?: object };
  return {
    positive: sign === '+',
    operation: `${method} ${path.replace(/\((\w+):(?:\([^)]*\)|[^()])*\)/g, '{$1}')}`,
    change: change.trim(),
    conforms: verdict === 'SUCCEEDED',
    status: Number(/^\s+(\d{3})\b/.exec(answer[0] ?? '')?.[1] ?? 0),
    code,
    fields: Object.keys(fields),
  };
}

function parse(text: string): unknown {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
