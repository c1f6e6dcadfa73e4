import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { backupProblems, migrationProblems, serverProblems } from '../settings.mjs';

const manifests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(import.meta.dirname, name), 'utf8')).map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    }),
  );
const ofKind = (...kinds) => manifests.filter(({ kind }) => kinds.includes(kind));
const workloads = ofKind('Deployment', 'Job', 'CronJob');
const templateOf = ({ spec }) => (spec.jobTemplate?.spec ?? spec).template;
const podOf = (workload) => templateOf(workload).spec;
const containerOf = (workload) => podOf(workload).containers[0];

/** The settings a workload gets from the ConfigMap, the Secrets and its own. */
function settingsOf(workload) {
  const { envFrom, env = [] } = containerOf(workload);
  const shared = envFrom.flatMap(({ configMapRef, secretRef }) => {
    const [kind, name] = configMapRef ? ['ConfigMap', configMapRef.name] : ['Secret', secretRef.name];
    const source = ofKind(kind).find(({ metadata }) => metadata.name === name);
    return Object.keys(source.data ?? source.stringData);
  });
  return [...shared, ...env.map(({ name }) => name)];
}

/** Compares the manifests with Kubernetes' own types: as literals, they may have no unknown key. */
async function typeProblems(list) {
  const folder = join(import.meta.dirname, '../../.cache/kubernetes');
  const find = createRequire(import.meta.url).resolve;
  const types = relative(folder, dirname(find('kubernetes-types/package.json')));
  const constants = list.map((manifest, index) => {
    const group = manifest.apiVersion === 'v1' ? 'core/v1' : manifest.apiVersion.replace('.k8s.io', '');
    return `export const m${index}: import('${types}/${group}').${manifest.kind} = ${JSON.stringify(manifest)};`;
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifests.ts'), constants.join('\n'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, types: [] },
      files: ['manifests.ts'],
    }),
  );
  const tsc = join(dirname(find('typescript/package.json')), 'bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--pretty', 'false', '-p', folder]).catch(
    (e) => e,
  );
  return [...stdout.matchAll(/.*manifests\.ts\((\d+),.*?'"?(\w+)"?' does not exist in type '(\w+)'.*|(.+)/g)].map(
    ([line, row, key, type]) => (key ? `${list[row - 1].kind}: ${type} has no ${key}` : line.trim()),
  );
}

describe('the manifests', () => {
  it('follow the types of Kubernetes, which find a misspelled key', async () => {
    const misspelled = structuredClone(ofKind('Deployment')[0]);
    containerOf(misspelled).readinesProbe = {};
    expect(await typeProblems([...manifests, misspelled])).toEqual(['Deployment: Container has no readinesProbe']);
  });

  it('give the API and the workers the settings they need, and only known ones', () => {
    for (const deployment of ofKind('Deployment')) expect(serverProblems(settingsOf(deployment))).toEqual([]);
  });

  it('name no existing data folder, so workers write anchors to the bucket only', () => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../container/Dockerfile'), 'utf8');
    const [, inImage] = /\bDATA_DIR=(\S+)/.exec(dockerfile);
    const mounted = workloads.flatMap((workload) => (containerOf(workload).volumeMounts ?? []).map((m) => m.mountPath));
    const { DATA_DIR, AUDIT_ANCHOR_S3_BUCKET } = ofKind('ConfigMap')[0].data;
    expect([inImage, ...mounted]).not.toContain(DATA_DIR);
    expect([DATA_DIR, AUDIT_ANCHOR_S3_BUCKET]).toEqual([expect.stringMatching(/^\//), expect.stringMatching(/./)]);
  });

  it('give only migrations and backups the owner of the tables', () => {
    expect(migrationProblems(settingsOf(ofKind('Job')[0]))).toEqual([]);
    expect(backupProblems(settingsOf(ofKind('CronJob')[0]))).toEqual([]);
  });

  it('run every container without rights and with limits', () => {
    for (const workload of workloads) {
      expect(podOf(workload)).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(workload)).toMatchObject({
        resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  });

  it('select pods that exist', () => {
    const pods = workloads.map((workload) => templateOf(workload).metadata.labels);
    const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
      const labels = kind === 'Service' ? spec.selector : (spec?.selector ?? spec?.podSelector)?.matchLabels;
      return labels ? [{ name: `${kind} ${metadata.name}`, labels: Object.entries(labels) }] : [];
    });
    const matches = ({ labels }) => pods.some((pod) => labels.every(([key, value]) => pod[key] === value));
    expect(selectors.filter((selector) => !matches(selector))).toEqual([]);
    expect(selectors.length).toBeGreaterThan(6);
  });

  it('run one version', () => {
    expect(new Set(workloads.map((workload) => containerOf(workload).image)).size).toBe(1);
  });
});
