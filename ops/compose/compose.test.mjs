import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environmentOf } from '../environment-file.mjs';
import { backupProblems, migrationProblems, serverProblems } from '../settings.mjs';

const folder = import.meta.dirname;
const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true });

/** The Compose Specification's schema, which allows no unknown key, as the linter dclint carries it. */
const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
const { $schema: _, ...schema } = JSON.parse(readFileSync(join(linter, 'schemas/compose.schema.json'), 'utf8'));
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);

function schemaProblems(file) {
  validate(file);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${JSON.stringify(error.params)}`);
}

describe('the compose file', () => {
  it('follows the Compose Specification', () => {
    expect(schemaProblems(compose)).toEqual([]);
  });

  it('is checked for unknown keys', () => {
    const { worker } = compose.services;
    const misspelled = { ...compose, services: { ...compose.services, worker: { ...worker, comand: ['node'] } } };
    expect(schemaProblems(misspelled)).toEqual(['/services/worker {"additionalProperty":"comand"}']);
  });

  it('gives the API and the worker the settings they need, and only known ones', () => {
    for (const name of ['api', 'worker']) {
      expect(serverProblems(Object.keys(compose.services[name].environment))).toEqual([]);
    }
  });

  it('gives only migrations and backups the owner of the tables', () => {
    expect(migrationProblems(Object.keys(compose.services.migrate.environment))).toEqual([]);
    expect(backupProblems(Object.keys(compose.services.backup.environment))).toEqual([]);
  });

  it('takes every value from the example file', () => {
    const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(
      Object.keys(environmentOf(readFileSync(join(folder, 'example.env'), 'utf8'))).sort(),
    );
  });

  it('names only services, networks, volumes and files that exist', () => {
    const missing = Object.entries(compose.services).flatMap(([service, { depends_on, networks, volumes, build }]) => {
      const mounts = (volumes ?? []).map((mount) => mount.split(':')[0]);
      const files = [...mounts.filter((from) => from.startsWith('.')), ...(build ? [build.context] : [])];
      return [
        ...Object.keys(depends_on ?? {}).filter((name) => !(name in compose.services)),
        ...networks.filter((name) => !(name in compose.networks)),
        ...mounts.filter((from) => !from.startsWith('.') && !(from in compose.volumes)),
        ...files.filter((path) => !existsSync(join(folder, path))),
      ].map((name) => `${service}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('pins the version of every image', () => {
    const images = Object.values(compose.services).flatMap(({ image, build }) => (image && !build ? [image] : []));
    expect(images.filter((image) => !/:\d+\.\d+/.test(image))).toEqual([]);
  });
});
