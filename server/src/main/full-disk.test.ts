import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { describe, expect, inject, test } from 'vitest';
import { storeMarker } from '../outside/files/file-store.ts';
import { asOwner } from '../testing/as-owner.ts';
import { patience, register, registration, stop, useDataFolder } from '../testing/faults.ts';
import { databaseNamed, templateDatabase } from '../testing/global-setup.ts';
import { startTestApp } from '../testing/test-app.ts';

const { path, start } = useDataFolder();

describe('a full disk', () => {
  /** A private file system for the process and its children. */
  const ownFileSystem = ['unshare', '--user', '--map-root-user', '--mount'];
  const size = 1024 * 1024;
  const mayMount = (() => {
    try {
      const script = 'mount -t tmpfs -o size=64k tmpfs /mnt';
      execFileSync(ownFileSystem[0] ?? '', [...ownFileSystem.slice(1), 'sh', '-c', script], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  async function noisyLogo(): Promise<File> {
    const picture = await Transformer.fromRgbaPixels(randomBytes(300 * 300 * 4), 300, 300).png();
    return new File([picture], 'logo.png');
  }

  test.runIf(mayMount)(
    'is answered with 507, leaves no partial file, and recovers',
    async () => {
      const name = `faults_${randomUUID().replaceAll('-', '')}`;
      await asOwner(inject('databaseUrl'), `create database ${name} template ${templateDatabase}`);
      const files = join(path(), 'files');
      await mkdir(files, { recursive: true });
      const script = `mount -t tmpfs -o size=${size} tmpfs "$DATA_DIR/files" && exec "$@"`;
      const settings = { DATABASE_URL: databaseNamed(inject('databaseUrl'), name) };
      const kinbridge = await start(settings, [...ownFileSystem, 'sh', '-c', script, 'sh']);
      const seenByIt = join('/proc', String(kinbridge.child.pid), 'root', files);
      const listFiles = async () => {
        const entries = await readdir(seenByIt, { recursive: true, withFileTypes: true });
        const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
        return names.filter((name) => name !== storeMarker);
      };
      const registerWithLogo = async () => {
        const form = registration('With logo');
        form.set('file', await noisyLogo());
        const response = await fetch(`${kinbridge.url}/v1/organizations`, { method: 'POST', body: form });
        return { status: response.status, body: (await response.json()) as { id: number; code?: string } };
      };

      await writeFile(join(seenByIt, 'filler'), Buffer.alloc(size - 16 * 1024));
      expect(await registerWithLogo()).toMatchObject({
        status: 507,
        body: {
          code: 'disk_full',
          message: "There's no space left to store this. Please tell your administrator.",
        },
      });
      expect(await listFiles()).toEqual(['filler']);
      expect(await register(kinbridge.url, randomUUID())).toMatchObject({ status: 201 });

      await rm(join(seenByIt, 'filler'));
      const { status, body } = await registerWithLogo();
      expect(status).toBe(201);
      expect(await listFiles()).toHaveLength(1);
      expect((await fetch(`${kinbridge.url}/v1/organizations/${body.id}/image`)).status).toBe(200);
      const [row] = await asOwner(settings.DATABASE_URL, "select count(*) from organizations where name = 'With logo'");
      expect(Number(row?.count)).toBe(1);
      expect(await stop(kinbridge)).toBe(0);
      await asOwner(inject('databaseUrl'), `drop database ${name} with (force)`);
    },
    patience,
  );

  test('on the database is answered with 507 too', async () => {
    const portal = await startTestApp();
    await asOwner(
      portal.databaseUrl,
      `create function no_room() returns trigger language plpgsql as $$
         begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger no_room before insert on organizations for each row execute function no_room()`,
    );
    const organization = { name: 'One more', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };
    const file = await noisyLogo();
    expect(await portal.call('POST /v1/organizations', { parts: { organization, file } })).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    });
    const left = await readdir(join(portal.app.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    await portal.close();
  });
});
