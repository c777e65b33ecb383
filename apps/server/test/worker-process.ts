/** A worker as a process of its own, for tests that kill it. Its only argument is the configuration as JSON. */
import type { Config } from '../src/core/config.ts';
import { serve } from '../src/serve.ts';

// Written by `spawnWorker` from a configuration; what JSON does not carry is put back.
const config: Config = { ...(JSON.parse(process.argv[2] ?? '') as Config), roles: new Set(['worker']) };
await serve({ ...config, logLevel: 'silent' });
process.stdout.write('ready\n');
