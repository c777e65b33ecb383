import { attendance } from './attendance.ts';
import { comparisons } from './comparisons.ts';
import { contents } from './contents.ts';
import { integrations } from './integrations.ts';
import { organizations } from './organizations.ts';
import { roles } from './roles.ts';
import { roster } from './roster.ts';
import type { AccessRows } from './rows.ts';

const tables: AccessRows[] = [organizations, contents, roster, roles, comparisons, attendance, integrations];

/** Every line, by method and path. */
export const rows = tables.flatMap((table) => Object.entries(table));
