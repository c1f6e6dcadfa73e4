import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { projectRoot } from '../../main/config.ts';
import { databaseNamed, templateDatabase } from '../../testing/global-setup.ts';
import { readSchema } from '../../testing/schema.ts';

it('db/schema.sql is the schema after all migrations', async () => {
  const schema = await readSchema(databaseNamed(inject('databaseUrl'), templateDatabase));
  await expect(schema, 'Write it again with: npm run schema').toMatchFileSnapshot(join(projectRoot(), 'db/schema.sql'));
});
