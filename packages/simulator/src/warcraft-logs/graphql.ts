/** As much of GraphQL as a client of Warcraft Logs needs: one anonymous query with variables, arguments and nested fields. */

export type Field = { name: string; arguments: Readonly<Record<string, unknown>>; fields: readonly Field[] };

export class GraphqlError extends Error {}

/** Reads `query (…) { … }` or `{ … }`. Throws `GraphqlError`. */
export function readQuery(text: string, variables: Readonly<Record<string, unknown>>): readonly Field[] {
  const tokens =
    text.match(/"[^"]*"|\$?[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[{}()[\]:!,=]/g)?.filter((token) => token !== ',') ?? [];
  let at = 0;
  const next = () => tokens[at];
  const take = (wanted?: string) => {
    const token = tokens[at];
    if (token === undefined || (wanted !== undefined && token !== wanted)) {
      throw new GraphqlError(`Syntax Error: Unexpected ${token ?? '<EOF>'}`);
    }
    at += 1;
    return token;
  };

  function value(): unknown {
    const token = take();
    if (token.startsWith('$')) return variables[token.slice(1)];
    if (token.startsWith('"')) return token.slice(1, -1);
    if (token === 'true' || token === 'false') return token === 'true';
    return token === 'null' ? null : Number(token);
  }

  function field(): Field {
    const name = take();
    if (!/^[A-Za-z_]/.test(name)) throw new GraphqlError(`Syntax Error: Unexpected ${name}`);
    const given: Record<string, unknown> = {};
    if (next() === '(') {
      take('(');
      while (next() !== ')') {
        const argument = take();
        take(':');
        given[argument] = value();
      }
      take(')');
    }
    return { name, arguments: given, fields: next() === '{' ? selection() : [] };
  }

  function selection(): Field[] {
    take('{');
    const fields: Field[] = [];
    while (next() !== '}') fields.push(field());
    take('}');
    return fields;
  }

  if (next() === 'query') {
    take();
    if (next() === '(') while (take() !== ')');
  }
  const fields = selection();
  if (next() !== undefined) throw new GraphqlError(`Syntax Error: Unexpected ${next()}`);
  return fields;
}

/** A value that depends on the arguments of its field. */
export type Resolver = (given: Readonly<Record<string, unknown>>) => unknown;

/** The asked fields of a document. Throws `GraphqlError` for one that the document does not have. */
export function select(document: unknown, fields: readonly Field[]): unknown {
  if (document === null || document === undefined) return null;
  if (Array.isArray(document)) return document.map((item) => select(item, fields));
  if (typeof document !== 'object') return document;
  if (fields.length === 0) throw new GraphqlError('A field with parts must have a selection of subfields.');
  return Object.fromEntries(
    fields.map(({ name, arguments: given, fields: inner }) => {
      if (!(name in document)) throw new GraphqlError(`Cannot query field "${name}".`);
      const found: unknown = Reflect.get(document, name);
      return [name, select(typeof found === 'function' ? (found as Resolver)(given) : found, inner)];
    }),
  );
}
