/** Building blocks of every contract. Numbers and flags that can be part of a query accept text. */
import { z } from 'zod';

/** Id of anything the service stores: a UUID (version 7, so ids sort by creation). */
export const Id = z
  .uuid()
  .transform((id) => id.toLowerCase())
  .meta({
    description: 'UUID',
    override: { type: 'string', format: 'uuid', examples: ['0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'] },
  });

/** Instant on the wire: ISO-8601 in UTC. */
export const Instant = z.string().meta({ format: 'date-time', examples: ['2026-11-20T20:00:00.000Z'] });

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f]*$/;

/** A person inside another answer. */
export const PersonRef = z.object({ id: z.string(), displayName: z.string() }).meta({ id: 'PersonRef' });

export const Gender = z.enum(['male', 'female']).meta({ id: 'Gender' });

/** The two numbers by which the game describes equipment. */
export const ItemLevel = z.object({ equipped: z.int(), average: z.int() }).meta({ id: 'ItemLevel' });

/** Text on one line. PostgreSQL refuses NUL and, in JSON, lone surrogates; a name has no line breaks. */
export const lineOfText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(NO_CONTROL_CHARACTERS, 'must be one line, without line breaks or control characters')
    .refine((text) => text.isWellFormed(), 'must not contain half of a character (an unpaired surrogate)');

/** An organization in a path: its UUID or its alias. */
export const OrganizationRef = lineOfText(120)
  .min(1)
  .meta({
    description: 'UUID or alias of the organization',
    examples: ['the-emberforge-stormvale-us'],
  });

/**
 * Languages in which the game platform has names. An installation offers some of them (LOCALES) for game names,
 * profiles, guilds and views; its API document lists those.
 */
export const Locale = z
  .enum([
    ...['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU'],
    ...['en_GB', 'es_MX', 'it_IT', 'ko_KR', 'zh_CN', 'zh_TW'],
  ] as const)
  .meta({ id: 'Locale' });
export type Locale = z.infer<typeof Locale>;

/** Platform region. */
export const Region = z.enum(['us', 'eu', 'kr', 'tw']).meta({ id: 'Region' });
export type Region = z.infer<typeof Region>;

/**
 * The game version of a character or guild: `classic` means the progression realms, `classic-era` the 1.x realms with
 * Hardcore and the seasonal ones, `classic-anniversary` the realms that started over in 2024.
 */
export const GameVersion = z
  .enum(['retail', 'classic', 'classic-era', 'classic-anniversary'])
  .meta({ id: 'GameVersion' });
export type GameVersion = z.infer<typeof GameVersion>;

type IntegerOptions = { min: number; max: number; description?: string; example?: number };

const digitsAsNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;

/** Whole number in a query string: a number on tRPC, decimal digits on REST. Out of range or anything else → 400. */
export const queryInteger = ({ min, max, description, example }: IntegerOptions) =>
  z.preprocess(digitsAsNumber, z.int().min(min).max(max)).meta({
    ...(description ? { description } : {}),
    override: { type: 'integer', minimum: min, maximum: max, ...examplesOf(example) },
  });

/** Whole number in a JSON body: only a number, never text that looks like one. */
export const bodyInteger = ({ min, max, description, example }: IntegerOptions) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ ...(description ? { description } : {}), ...examplesOf(example) });

const examplesOf = (example: number | undefined) => (example === undefined ? {} : { examples: [example] });

/** Flag in a query string: `true` or `false`; a boolean on tRPC. `1`, `yes`, an empty value → 400. */
export function queryFlag(description: string) {
  return z
    .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
    .meta({ description, override: { type: 'boolean' } });
}

/** A default that the API document shows; without this, a preprocessed parameter would lose it. */
export function shownDefault<T extends z.ZodType>(schema: T, value: z.util.NoUndefined<z.output<T>>) {
  return schema.default(value).meta({ override: { default: value } });
}

/** For answers with game names. */
export const InLocale = {
  locale: shownDefault(
    Locale.meta({ description: 'Language of names; English where a name has no translation' }),
    'en_US',
  ),
};

/** Search text: trimmed, bounded. */
export const SearchText = lineOfText(100)
  .transform((text) => text.trim())
  .meta({ override: { type: 'string', maxLength: 100 } });

/** The answer of a procedure that has nothing else to return. */
export const Done = z.object({ status: z.literal(true) }).meta({ id: 'Done', examples: [{ status: true }] });

/** For procedures without input: clients need not send an empty object. */
export const NoInput = z.object({}).optional();
