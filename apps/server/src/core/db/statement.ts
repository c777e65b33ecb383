/**
 * Statements with what they return: `query({ id: 'uuid', leftAt: 'instant?' })` in front of the text that selects these
 * columns, `statement` where no row comes back. A test prepares all of them and compares their columns with
 * PostgreSQL's (`apps/server/test/statements.test.ts`); here they are types only.
 */

/** How the driver hands over each type of PostgreSQL. An `instant` is ISO-8601 in UTC. */
type Values = {
  uuid: string;
  text: string;
  bool: boolean;
  int: number;
  float: number;
  bigint: string;
  instant: string;
  date: string;
};
type Known = keyof Values | `${keyof Values}[]`;

/** A column that its type alone does not describe: a closed set of texts, or JSON. */
type Typed<T> = {
  readonly type: Known | 'json';
  readonly values: readonly unknown[] | undefined;
  readonly nullable: boolean;
  readonly proven: boolean;
  /** The fields of a JSON object, or of each in a list. */
  readonly fields: Columns | undefined;
  /** Only for the type checker. */
  readonly read?: T;
};

/**
 * A question mark means that it may be null, as in `uuid?` or `int[]?`; an exclamation mark that it never is, because the
 * statement's conditions leave out what its table allows.
 */
export type Column = Known | `${Known}${'?' | '!'}` | Typed<unknown>;
type Columns = Readonly<Record<string, Column>>;

type ReadAs<C> =
  C extends Typed<infer T>
    ? T
    : C extends `${infer Base}?`
      ? ReadAs<Base> | null
      : C extends `${infer Base}!`
        ? ReadAs<Base>
        : C extends `${infer Item}[]`
          ? ReadAs<Item>[]
          : C extends keyof Values
            ? Values[C]
            : never;

/** The row of a query, or of its columns. */
export type RowOf<C> = C extends Query<infer Row> ? Row : { -readonly [Name in keyof C]: ReadAs<C[Name]> };

const typed = <T>(type: Typed<T>['type'], values?: readonly unknown[], fields?: Columns) => {
  const column: Typed<T> = { type, values, fields, nullable: false, proven: false };
  const orNull: Typed<T | null> = { ...column, nullable: true };
  return { ...column, orNull, proven: false, known: { ...column, proven: true } };
};

/** The text of an instant within JSON, as the driver hands over a column. */
export const jsonInstant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One of a closed set; tests check the values that are given. */
export const text = <const T extends string>(values?: readonly T[]) => typed<T>('text', values);
export const texts = <const T extends string>(values?: readonly T[]) => typed<T[]>('text[]', values);
export const int = <const T extends number>(values?: readonly T[]) => typed<T>('int', values);
/** JSON, on trust. */
export const json = <T>() => typed<T>('json');

/** A JSON object; its fields are declared and checked as columns are. */
export const object = <const C extends Columns>(fields: C) => typed<RowOf<C>>('json', undefined, fields);
export const objects = <const C extends Columns>(fields: C) => typed<RowOf<C>[]>('json', undefined, fields);

/** Columns that several queries share. */
export const columns = <const C extends Columns>(row: C): C => row;

/** The same columns where an outer join may find nothing: then all of them are null. */
export const orNulls = <C extends Columns>(row: C) =>
  Object.fromEntries(
    Object.entries(row).map(([name, column]) => {
      const described = typeof column === 'string' ? { type: column.replace(/[?!]$/, '') } : column;
      return [name, { values: undefined, fields: undefined, ...described, nullable: true, proven: false }];
    }),
    // Each name keeps its type, as above.
  ) as { [Name in keyof C]: Typed<ReadAs<C[Name]> | null> };

export type Statement = {
  readonly text: string;
  /** PostgreSQL parses and plans a named statement once per connection. */
  readonly name: string;
  readonly columns: Columns;
  /** Its stack says where the statement stands. */
  readonly origin: Error;
};
export type Query<Row> = Statement & { readonly row?: Row };

const names = new Map<string, string>();

/** Texts are few and constant, and are never built from input, so each keeps its name for the life of the process. */
export function statementName(text: string): string {
  const name = names.get(text) ?? `q${names.size}`;
  names.set(text, name);
  return name;
}

/** By text. One text may have several rows. */
const declared = new Map<string, Statement[]>();

export const everyStatement = (): Statement[] => [...declared.values()].flat();

/** More rows of one text come from a function that declares them at each call, which would fill the memory. */
const MOST_ROWS = 10;

function declare(text: string, row: Columns): Statement {
  const same = declared.get(text) ?? [];
  const earlier = same.find((statement) => statement.columns === row);
  if (earlier) return earlier;
  if (same.length === MOST_ROWS) throw new Error(`Declare these columns outside of functions: ${text}`);
  const statement = { text, name: statementName(text), columns: row, origin: new Error('declared') };
  declared.set(text, [...same, statement]);
  return statement;
}

type Text = TemplateStringsArray | string;
const join = (text: Text, parts: (string | number)[]) =>
  typeof text === 'string' ? text : String.raw({ raw: text }, ...parts);

const NOTHING: Columns = {};

/** Declares a statement of which only the number of rows is of interest: ``statement`delete from …` ``. */
export const statement = (text: Text, ...parts: (string | number)[]): Statement => declare(join(text, parts), NOTHING);

/** Declares a statement that returns these columns: ``query({ id: 'uuid' })`select id from …` ``. */
export const query =
  <const C extends Columns>(row: C) =>
  (text: Text, ...parts: (string | number)[]): Query<RowOf<C>> =>
    declare(join(text, parts), row);
