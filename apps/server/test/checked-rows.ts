/** Checks every row that the service reads while tests run, because PostgreSQL cannot tell in advance what is null. */
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Column, Statement } from '../src/core/db/statement.ts';

export const SERVER = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTANT = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** An instant as PostgreSQL writes it into JSON; the API has them as `jsonInstant` writes them. */
const PLAIN_INSTANT = /"\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d"/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const fits: Record<string, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  text: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value),
  float: (value) => typeof value === 'number',
  bigint: (value) => typeof value === 'string' && /^-?\d+$/.test(value),
  instant: (value) => typeof value === 'string' && INSTANT.test(value),
  date: (value) => typeof value === 'string' && /^\d{4,}-\d\d-\d\d$/.test(value),
  json: (value) => !PLAIN_INSTANT.test(JSON.stringify(value)),
};

export function partsOf(column: Column) {
  const { type, nullable, proven, values, fields } =
    typeof column === 'string'
      ? {
          type: column.replace(/[?!]$/, ''),
          nullable: column.endsWith('?'),
          proven: column.endsWith('!'),
          values: undefined,
          fields: undefined,
        }
      : column;
  return { type: type.replace('[]', ''), isList: type.endsWith('[]'), nullable, proven, values, fields };
}

/** Throws for the first row that is not what its statement declares. */
export function checkRows(statement: Statement, rows: readonly unknown[]): void {
  for (const row of rows) {
    const problem = problemOf(statement.columns, row as Record<string, unknown>);
    if (problem) throw new Error(`${placeOf(statement)}: ${problem}. Declare it as it is.`);
  }
}

function problemOf(columns: Statement['columns'], row: Record<string, unknown>): string | undefined {
  for (const [name, column] of Object.entries(columns)) {
    const { type, isList, nullable, values, fields } = partsOf(column);
    const value = row[name];
    if (value === undefined) return `${name} is missing from a row`;
    if (value === null) {
      if (!nullable) return `${name} is null in a row`;
      continue;
    }
    for (const one of fields ? [value].flat() : []) {
      const problem = problemOf(fields ?? {}, one as Record<string, unknown>);
      if (problem) return `in ${name}, ${problem}`;
    }
    const isOne = (one: unknown) => fits[type]?.(one) && (!values || values.includes(one));
    if (isList ? !Array.isArray(value) || !value.every(isOne) : !isOne(value))
      return `${name} is ${JSON.stringify(value)} in a row, and not ${isList ? `${type}[]` : type}`;
  }
  return undefined;
}

/** The file and line outside `statement.ts` where the statement was declared. */
export function placeOf({ origin }: Statement): string {
  const frame = origin.stack?.split('\n').find((line) => line.includes('/src/') && !line.includes('/statement.ts'));
  const [, path = '', line] = frame?.match(/(?:file:\/\/|\(| )(\/[^:)]+\.ts)[^:]*:(\d+)/) ?? [];
  return `${relative(SERVER, path)}:${line}`;
}
