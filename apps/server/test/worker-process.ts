/** A separate worker or web process for tests. Its arguments are its role and the configuration as JSON. */

import { serve } from '../src/app/serve.ts';
import type { Config } from '../src/core/config.ts';

const role = process.argv[2] === 'web' ? 'web' : 'worker';
// Written by `spawnService` from a configuration; restores what JSON cannot carry.
const config: Config = { ...(JSON.parse(process.argv[3] ?? '') as Config), roles: new Set([role]), schedules: true };
await serve({ ...config, logLevel: 'silent' });
process.stdout.write('ready\n');
