/**
 * Statements with what they return: `query({ id: 'uuid', leftAt: 'instant?' })` in front of the text that selects these
 * columns, `statement` where no row comes back. A test prepares all of them and compares their columns with
 * PostgreSQL's (`apps/server/test/statements.test.ts`); here they are types only.
 */

/** How the driver hands over each type of PostgreSQL. An `instant` is raw text: see `instantOf`. */
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
  readonly type: 'text' | 'text[]' | 'json' | 'int';
  readonly values: readonly unknown[] | undefined;
  readonly nullable: boolean;
  /** Only for the type checker. */
  readonly read?: T;
};

/** A question mark means that it may be null, as in `uuid?` or `int[]?`. */
export type Column = Known | `${Known}?` | Typed<unknown>;
export type Columns = Readonly<Record<string, Column>>;

type ReadAs<C> = C extends Typed<infer T>
  ? T
  : C extends `${infer Base}?`
    ? ReadAs<Base> | null
    : C extends `${infer Item}[]`
      ? ReadAs<Item>[]
      : C extends keyof Values
        ? Values[C]
        : never;

/** What the columns of a query, or the query itself, make of a row. */
export type RowOf<C> = C extends Query<infer Row> ? Row : { -readonly [Name in keyof C]: ReadAs<C[Name]> };

const typed = <T>(type: Typed<T>['type'], values?: readonly unknown[]) => ({
  type,
  values,
  nullable: false,
  get orNull(): Typed<T | null> {
    return { type, values, nullable: true };
  },
});

/** One of a closed set; tests check the values that are given. */
export const text = <T extends string>(values?: readonly T[]) => typed<T>('text', values);
export const texts = <T extends string>(values?: readonly T[]) => typed<T[]>('text[]', values);
/** One of a closed set of numbers. */
export const int = <T extends number>(values?: readonly T[]) => typed<T>('int', values);
/** JSON, on trust. */
export const json = <T>() => typed<T>('json');

/** Columns that several queries share. */
export const columns = <const C extends Columns>(row: C): C => row;

export type Statement = {
  readonly text: string;
  /** PostgreSQL parses and plans a named statement once per connection. */
  readonly name: string;
  readonly columns: Columns;
  /** Its stack says where the statement stands. */
  readonly origin: Error;
};
export type Query<Row> = Statement & { readonly row?: Row };

/** By text, because one text may have several rows. Texts are few and constant, and are never built from input. */
const known = new Map<string, { name: string; statements: Statement[] }>();

export const everyStatement = (): Statement[] => [...known.values()].flatMap(({ statements }) => statements);

function remember(text: string, row: Columns): Statement {
  let same = known.get(text);
  if (!same) known.set(text, (same = { name: `q${known.size}`, statements: [] }));
  let found = same.statements.find((statement) => statement.columns === row);
  if (!found) same.statements.push((found = { text, name: same.name, columns: row, origin: new Error('declared') }));
  return found;
}

type Text = TemplateStringsArray | string;
const join = (text: Text, parts: string[]) => (typeof text === 'string' ? text : String.raw({ raw: text }, ...parts));

const NOTHING: Columns = {};

/** Declares a statement of which only the number of rows is of interest: ``statement`delete from …` ``. */
export const statement = (text: Text, ...parts: string[]): Statement => remember(join(text, parts), NOTHING);

/** Declares a statement that returns these columns: ``query({ id: 'uuid' })`select id from …` ``. */
export const query =
  <const C extends Columns>(row: C) =>
  (text: Text, ...parts: string[]): Query<RowOf<C>> =>
    remember(join(text, parts), row);
