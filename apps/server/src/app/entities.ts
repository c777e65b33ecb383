/** Every table: what the files named `*.entity.ts` export. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { isTable } from '../core/db/orm.ts';

const src = path.join(import.meta.dirname, '..');
const modules: object[] = [];
// One after the other: while tests run, two imports of one file at once would make two of each table.
for (const file of globSync('**/*.entity.ts', { cwd: src }).toSorted())
  modules.push(await import(path.join(src, file)));

export const entities = modules.flatMap((exported) => Object.values(exported)).filter(isTable);
