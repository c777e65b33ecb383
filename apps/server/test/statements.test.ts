/** Compares every statement of the service with the database: a renamed column is found here, without running anything. */
import { globSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { exportedColumns } from '../src/account/export-user.ts';
import { everyStatement, type Statement } from '../src/core/db/statement.ts';
import { eventListStatements } from '../src/events/planning/event-list.queries.ts';
import { rosterStatements } from '../src/guilds/roster/roster.queries.ts';
import { historyStatements } from '../src/guilds/roster/roster-history.queries.ts';
import { partsOf, placeOf, SERVER } from './checked-rows.ts';
import { describeStatement, type Field } from './describe-statement.ts';
import './every-statement.ts';

/** The types of PostgreSQL behind each type of `statement.ts`, as the catalogue calls them. */
const TYPES: Record<string, string[]> = {
  uuid: ['uuid'],
  text: ['text', 'varchar', 'name', 'enum'],
  bool: ['bool'],
  int: ['int2', 'int4'],
  float: ['float4', 'float8'],
  bigint: ['int8'],
  instant: ['timestamptz'],
  date: ['date'],
  json: ['json', 'jsonb'],
};

const ID = '00000000-0000-7000-8000-000000000000';
const EVERYBODY = { userId: ID, seesUnproven: true };
// Put together at each call, so that each filter can use its index: here with all of them.
rosterStatements(ID, EVERYBODY, {
  page: 1,
  pageSize: 1,
  sortBy: 'rank',
  includeLeft: true,
  search: 'a',
  classId: 1,
  rank: 1,
});
historyStatements(ID, { page: 1, pageSize: 1, memberId: ID, kind: 'rank' });
eventListStatements(
  ID,
  new Map([[ID, { userId: ID, isMember: true, leads: [], managesEvents: false, seesProof: false, archived: false }]]),
  {
    page: 1,
    pageSize: 1,
    from: new Date(),
    to: new Date(),
    type: 'raid',
    status: 'published',
    mine: true,
  },
);

test('every statement of the service fits the database in each column', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    const catalogue = await readCatalogue(client);
    const problems: string[] = [];
    for (const statement of everyStatement()) {
      const fields = await describeStatement(client, statement.text).catch((error: Error) => error);
      const found = fields instanceof Error ? [fields.message] : compare(statement, fields, catalogue);
      problems.push(...found.map((problem) => `${placeOf(statement)}: ${problem}`));
    }
    expect(problems).toEqual([]);
  } finally {
    await client.end();
  }
});

test('the previous test checks every file that declares statements', () => {
  const declaring = globSync('src/**/*.ts', { cwd: SERVER }).filter((file) =>
    /^import [^;]*\b(query|statement)\b[^;]*db\/statement\.ts'/m.test(readFileSync(`${SERVER}/${file}`, 'utf8')),
  );
  const asked = new Set(everyStatement().map((statement) => placeOf(statement).replace(/:\d+$/, '')));
  expect(declaring.filter((file) => !file.endsWith('.test.ts') && !asked.has(file))).toEqual([]);
});

test('the export of personal data allows null exactly where its columns do', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    const { columns: known } = await readCatalogue(client);
    const problems: string[] = [];
    for (const { name: section, from, columns } of exportedColumns) {
      const selected = columns.map(({ name, column }) => `${column} as "${name}"`);
      const fields = await describeStatement(client, `select ${selected.join()} from ${from}`);
      for (const [index, { tableID, columnID }] of fields.entries()) {
        const { name = '', type } = columns[index] ?? {};
        const origin = known.get(`${tableID}.${columnID}`);
        if (!origin || type === undefined) continue;
        if (!origin.notNull && !type.safeParse(null).success) problems.push(`${section}.${name} may be null`);
        if (origin.notNull && type instanceof z.ZodNullable) problems.push(`${section}.${name} is never null`);
      }
    }
    expect(problems).toEqual([]);
  } finally {
    await client.end();
  }
});

type Catalogue = {
  /** By the type's oid. */
  types: Map<number, string>;
  /** By `table.column`, both as numbers. PostgreSQL says of no view what is null; `person` has the columns of its table. */
  columns: Map<string, { table: string; notNull: boolean }>;
};

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const types = await client.query<{ oid: number; name: string }>(`
    select t.oid, case
      when t.typtype = 'e' then 'enum' when e.oid is not null then e.typname || '[]' else t.typname end as name
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`);
  const columns = await client.query<{ key: string; table: string; notNull: boolean }>(`
    select c.oid || '.' || a.attnum as key, c.relname as "table", t.attnotnull as "notNull"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    join pg_attribute t on t.attname = a.attname
      and t.attrelid = case when c.oid = 'person'::regclass then 'app_user'::regclass else c.oid end
    where c.relkind in ('r', 'p') or c.oid = 'person'::regclass`);
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(columns.rows.map(({ key, ...column }) => [key, column])),
  };
}

function compare({ text, columns }: Statement, fields: Field[], { types, columns: known }: Catalogue): string[] {
  const outer = outerTables(text);
  const seen = fields.filter(({ dataTypeID }) => types.get(dataTypeID) !== 'void');
  const names = seen.map(({ name }) => name);
  return [
    ...Object.keys(columns)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is not selected`),
    ...seen.flatMap(({ name, dataTypeID, tableID, columnID }) => {
      const column = columns[name];
      if (column === undefined) return [`${name} is not declared, but is ${types.get(dataTypeID)}`];
      const { type, isList, nullable, proven } = partsOf(column);
      const actual = types.get(dataTypeID) ?? '';
      const declared = (TYPES[type] ?? []).map((each) => (isList ? `${each}[]` : each));
      if (!declared.includes(actual)) return [`${name} is ${actual}, and not ${isList ? `${type}[]` : type}`];
      const origin = known.get(`${tableID}.${columnID}`);
      if (!origin) return [];
      const mayBeNull = !origin.notNull || outer.has(origin.table);
      if (mayBeNull && !nullable && !proven) return [`${name} may be null`];
      if (!mayBeNull && (nullable || proven) && outer.size === 0) return [`${name} is never null`];
      return [];
    }),
  ];
}

/** The tables whose columns are null where an outer join finds nothing. */
const outerTables = (text: string) =>
  new Set([...text.matchAll(/\b(?:left|right|full) join (?:lateral )?\(?\s*(\w+)/g)].map(([, table]) => table ?? ''));

test('every statement that sorts by a name names the collation', () => {
  const problems = everyStatement().flatMap(({ text }) =>
    sortedBy(text)
      .filter((key) => /\b(display_name|name)\b/.test(key) && !key.includes('collate "und-x-icu"'))
      .map((key) => `order by ${key}: use byName() of core/db/by-name.ts\n${text.trim().slice(0, 120)}`),
  );
  expect(problems).toEqual([]);
});

/** The keys of every `order by` in a text of SQL. */
function sortedBy(text: string): string[] {
  return [...text.matchAll(/\border by\b/gi)].flatMap(({ 0: { length }, index }) => {
    const keys = [''];
    let depth = 0;
    for (const token of text.slice(index + length).match(/\w+|[^\w]/g) ?? []) {
      if (token === '(') depth += 1;
      if (token === ')') depth -= 1;
      if (depth < 0 || (depth === 0 && ENDS.has(token.toLowerCase()))) break;
      if (depth === 0 && token === ',') keys.push('');
      else keys[keys.length - 1] += token;
    }
    return keys.map((key) => key.trim());
  });
}

const ENDS = new Set(['limit', 'offset', 'for', 'on', 'union', 'returning', ';']);
