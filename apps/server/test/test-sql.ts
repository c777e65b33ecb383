/** Statements of tests are plain text, with whatever rows the test expects; those of the service work as well. */
import type { QueryConfig, QueryResult } from 'pg';
import { type Sql, sqlOver } from '../src/core/db/sql.ts';
import type { AppContext } from '../src/core/services/context.ts';

type Values = readonly unknown[];
export type TestSql = Sql & (<Row extends object>(text: string, values?: Values) => Promise<Row[]>);
export type TestContext = AppContext & { sql: TestSql };

type Queryable = { query<Row extends object>(statement: QueryConfig): Promise<QueryResult<Row>> };

export const testSql = (database: Queryable): TestSql =>
  Object.assign(
    async <Row extends object>(text: string, values: Values = []) =>
      (await database.query<Row>({ text, values: [...values] })).rows,
    sqlOver(database),
  );
