/** Every table: what the files named `*.entity.ts` export. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { isTable } from './core/db/orm.ts';

const files = globSync('**/*.entity.ts', { cwd: import.meta.dirname }).toSorted();
const modules: object[] = await Promise.all(files.map((file) => import(path.join(import.meta.dirname, file))));

export const entities = modules.flatMap((exported) => Object.values(exported)).filter(isTable);
