import pg from 'pg';
import { expect, inject, test } from 'vitest';

test.each([
  ['no password', ''],
  ['another password', ':guess'],
])('the embedded database refuses connections with %s', async (_what, password) => {
  const connectionString = inject('postgresUrl').replace(/:[^:@/]+@/, `${password}@`);
  const client = new pg.Client({ connectionString });
  await expect(client.connect()).rejects.toThrow(/password/);
});
