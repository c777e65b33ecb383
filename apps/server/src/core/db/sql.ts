/**
 * The one place through which hand-written SQL goes. Hot reads and bulk writes are statements with `$1` parameters
 * (`statement.ts`); they run as named prepared statements, inside and outside of transactions.
 */
import type { Connection } from './database.ts';
import type { Query, Statement } from './statement.ts';

type Values = readonly unknown[];

/** Runs statements. Timestamps arrive as ISO-8601, see `instantOf`. */
export type Sql = {
  /** The row of a query that always finds one. */
  one<Row>(query: Query<Row>, values?: Values): Promise<Row>;
  /** The first row, or null. */
  maybe<Row>(query: Query<Row>, values?: Values): Promise<Row | null>;
  many<Row>(query: Query<Row>, values?: Values): Promise<Row[]>;
  /** How many rows the statement found or changed. */
  run(statement: Statement, values?: Values): Promise<number>;
};

type Answer = { rows: unknown[]; count: number };

/** Sees every answer while tests run. */
type Inspect = (statement: Statement, answer: Answer) => void;
let inspect: Inspect | undefined;
export const inspectAnswers = (by: Inspect): void => {
  inspect = by;
};

function sqlBy(execute: (statement: Statement, values: Values) => Promise<Answer>): Sql {
  const answerOf = async (statement: Statement, values: Values = []) => {
    const answer = await execute(statement, values);
    inspect?.(statement, answer);
    return answer;
  };
  // A test compares the columns of each query with the database; that is why its rows may be called rows.
  const many = async <Row>(query: Query<Row>, values?: Values) => (await answerOf(query, values)).rows as Row[];
  return {
    many,
    maybe: async (query, values) => (await many(query, values))[0] ?? null,
    async one(query, values) {
      const [row] = await many(query, values);
      if (row === undefined) throw new Error(`A query that always finds a row found none: ${query.text}`);
      return row;
    },
    run: async (statement, values) => (await answerOf(statement, values)).count,
  };
}

/** Runs statements on a connection, or each on one of its own where it gets the pool. */
export const sqlOver = (connection: Pick<Connection, 'query'>): Sql =>
  sqlBy(async ({ name, text }, values) => {
    const { rows, rowCount } = await connection.query({ name, text, values: [...values] });
    return { rows, count: rowCount ?? 0 };
  });

/** Converts a timestamp, as PostgreSQL writes it, to ISO-8601. */
export function instantOf(value: string): string {
  // A page of a roster has a hundred of these, and slicing the text costs a tenth of parsing the date. PostgreSQL
  // writes UTC as `2026-11-20 20:00:00.5+00`, with up to three decimals here; other formats take the slow path.
  const decimals = MISSING_DECIMALS[value.length];
  if (decimals === undefined || value[10] !== ' ' || !value.endsWith('+00')) return new Date(value).toISOString();
  return `${value.slice(0, 10)}T${value.slice(11, -3)}${decimals}Z`;
}

/** Pads the fraction to three decimals, by the length of the text. */
const MISSING_DECIMALS: Record<number, string> = { 22: '.000', 24: '00', 25: '0', 26: '' };
