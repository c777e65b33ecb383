/** A worker or a web process of its own, for tests. Its arguments are its role and the configuration as JSON. */
import type { Config } from '../src/core/config.ts';
import { serve } from '../src/serve.ts';

const role = process.argv[2] === 'web' ? 'web' : 'worker';
// Written by `spawnService` from a configuration; what JSON does not carry is put back.
const config: Config = { ...(JSON.parse(process.argv[3] ?? '') as Config), roles: new Set([role]) };
await serve({ ...config, logLevel: 'silent' });
process.stdout.write('ready\n');
