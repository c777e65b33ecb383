/** `pnpm client:pack [folder]`: writes the tarball there, or into `packages/client/dist`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { packClient } from './pack.ts';

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../client/dist'));
await mkdir(folder, { recursive: true });
process.stdout.write(`${await packClient(folder)}\n`);
