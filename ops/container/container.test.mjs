import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { unknownSettings } from '../settings.mjs';

const repository = join(import.meta.dirname, '../..');
const files = ['ops/container/Dockerfile', 'ops/compose/pgbouncer/Dockerfile'];
const read = (path) => readFileSync(join(repository, path), 'utf8');
const instructions = (path, keyword) =>
  DockerfileParser.parse(read(path))
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword);
const last = (path, keyword) => instructions(path, keyword).at(-1)?.getRawArgumentsContent() ?? '';
const problems = (text) => validate(text).map(({ message }) => message);

describe.each(files)('%s', (path) => {
  it('is a valid container file', () => {
    expect(problems(read(path))).toEqual([]);
  });

  it('copies only what the build gets', () => {
    const context = path === files[0] ? '' : dirname(path);
    const allowed = context === '' ? allowedByIgnoreFile() : () => true;
    const sources = instructions(path, 'COPY')
      .filter((copy) => copy.getFromFlag() === null)
      .flatMap((copy) => copy.getRawArgumentsContent().split(/\s+/).slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(repository, context, source)) || !allowed(source))).toEqual([]);
  });

  it('pins its base and ends as a user without rights', () => {
    const stages = instructions(path, 'FROM').map((from) => from.getRawArgumentsContent());
    expect(stages.filter((stage) => !/^\w+:\d+\.\d+(\.\d+)?-[\w-]+( AS \w+)?$/.test(stage))).toEqual([]);
    expect(last(path, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('says how to stop it and whether it is well', () => {
    expect(last(path, 'STOPSIGNAL')).toMatch(/^SIG/);
    expect(last(path, 'HEALTHCHECK')).toContain('CMD');
  });
});

describe("Kinbridge's image", () => {
  it('sets only known settings', () => {
    const names = last(files[0], 'ENV')
      .split(/\s+/)
      .map((pair) => pair.split('=')[0]);
    expect(unknownSettings(names)).toEqual([]);
  });

  it('runs an entry of the server', () => {
    const [, entry] = JSON.parse(last(files[0], 'CMD'));
    expect(existsSync(join(repository, entry.replace('/dist/', '/src/').replace('.js', '.ts')))).toBe(true);
  });
});

it('unknown instructions are found', () => {
  expect(problems('FROM node:24.21.0-bookworm-slim\nENTRYPONT ["node"]')).toEqual(['Unknown instruction: ENTRYPONT']);
});

function allowedByIgnoreFile() {
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  return (source) => kept.includes(source.split('/')[0]);
}
