/**
 * The one place for hand-written SQL. Hot reads and bulk writes are plain statements with `$1` parameters; outside a
 * transaction they run as named prepared statements, which PostgreSQL parses and plans once per connection.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import type { PreparedQuery } from './orm-dialect.ts';

type Values = readonly unknown[];

/** Runs one statement and returns its rows. Timestamps arrive as text, see `instantOf`. */
export type Sql = <Row extends object>(text: string, values?: Values) => Promise<Row[]>;

const names = new Map<string, string>();

/** Statements are few and constant (never built from input), so each text keeps its name for the life of the process. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `q${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Runs statements outside any transaction. */
export function pooledSql(database: Pick<Database, 'query'>): Sql {
  return async <Row extends object>(text: string, values: Values = []) => {
    const { rows } = await database.query<Row>({ name: nameOf(text), text, values: [...values] });
    return rows;
  };
}

/** Runs statements in the transaction of `em`. */
export function transactionSql(em: EntityManager): Sql {
  const kysely = em.getKysely<Record<string, never>>();
  return async <Row extends object>(text: string, values: Values = []) => {
    const name = nameOf(text);
    const statement: PreparedQuery = { ...CompiledQuery.raw(text, [...values]), name };
    return (await kysely.executeQuery<Row>(statement as CompiledQuery<Row>)).rows;
  };
}

/** Converts a timestamp column read by `Sql` to ISO-8601. */
export function instantOf(value: string): string;
export function instantOf(value: string | null): string | null;
export function instantOf(value: string | null): string | null {
  if (value === null) return null;
  // A page of a roster has a hundred of these, and slicing the text costs a tenth of parsing the date. PostgreSQL
  // writes UTC as `2026-11-20 20:00:00.5+00`, with up to three decimals here; other formats take the slow path.
  const decimals = MISSING_DECIMALS[value.length];
  if (decimals === undefined || value[10] !== ' ' || !value.endsWith('+00')) return new Date(value).toISOString();
  return `${value.slice(0, 10)}T${value.slice(11, -3)}${decimals}Z`;
}

/** Pads the fraction to three decimals, by the length of the text. */
const MISSING_DECIMALS: Record<number, string> = { 22: '.000', 24: '00', 25: '0', 26: '' };
