/**
 * The fields of inputs that take a name: a new field is one, or stands among those that are not. Texts of several lines are no
 * names.
 */
import type { z } from 'zod';
import { appRouter } from '../src/app/router.ts';

/** Texts on one line that are no names, by the end of their path, and what they are. */
export const NO_NAMES: Record<string, string> = {
  note: 'a remark',
  reason: 'a remark',
  comment: 'a remark',
  schedule: 'a remark',
  id: 'the address of a guild',
  organizationId: 'the address of a guild',
  queue: 'is only looked for',
  response: 'the key of an answer in a file',
  key: 'a secret, or a key in a file',
  link: 'an address',
  links: 'an address',
  address: 'an address',
  code: 'a secret',
  provider: 'one of a list',
  client: 'settings of a client',
  'nights.match.name': 'as a log writes it: is only looked for',
  'nights.match.realm': 'as a log writes it: is only looked for',
};

export type Field = { path: string; schema: z.ZodType };
type Node = z.ZodType & { _zod: { def: Record<string, never> & { type: string } } };

/** Every field of an input or an answer that takes text, as its schema. */
export function fieldsOf(schema: z.ZodType, path: string, isLeft = (_: z.ZodType) => false): Field[] {
  if (isLeft(schema)) return [];
  const { def } = (schema as Node)._zod;
  const inner = def as unknown as Record<string, z.ZodType> & { shape?: z.ZodRawShape; options?: z.ZodType[] };
  const into = (one: z.ZodType | undefined) => (one ? fieldsOf(one, path, isLeft) : []);
  switch (def.type) {
    case 'object':
      return Object.entries(inner.shape ?? {}).flatMap(([key, one]) =>
        fieldsOf(one as z.ZodType, `${path}.${key}`, isLeft),
      );
    case 'union':
      return (inner.options ?? []).flatMap((one) => fieldsOf(one, path, isLeft));
    case 'array':
      return into(inner.element);
    case 'record':
      return into(inner.valueType);
    case 'pipe':
      // A text that is changed on its way is one field, unlike an object that is.
      return isText(inner.in) ? [{ path, schema }] : [...into(inner.in), ...into(inner.out)];
    case 'string':
      return [{ path, schema }];
    default:
      return into(inner.innerType);
  }
}

function isText(schema: z.ZodType | undefined): boolean {
  const def = (schema as Node | undefined)?._zod.def as unknown as {
    type: string;
    in?: z.ZodType;
    innerType?: z.ZodType;
  };
  return (
    def?.type === 'string' ||
    (def?.type === 'pipe' && isText(def.in)) ||
    (def?.innerType !== undefined && isText(def.innerType))
  );
}

const procedures = Object.entries(
  appRouter._def.procedures as never as Record<string, { _def: { type: string; inputs: z.ZodType[] } }>,
);
export const fields = procedures
  .filter(([, { _def }]) => _def.type === 'mutation')
  .flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => fieldsOf(input, name)))
  // An id or a colour takes no words: people do not write it.
  .filter(({ schema }) => schema.safeParse('Plain words here').success || schema.safeParse('Plain').success)
  // Nor is a text of several lines a name.
  .filter(({ schema }) => !schema.safeParse('Two\nlines').success);
const reasonFor = (path: string) => Object.keys(NO_NAMES).find((end) => `.${path}`.endsWith(`.${end}`));
export const names = fields.filter(({ path }) => reasonFor(path) === undefined);
