/** Names of classes, races, specializations and realms for presenters: small tables, read once and cached for a while. */

import { type LocalizedText, textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { type GameVersion, Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, query, type RowOf } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

export type ReferenceNames = {
  className(id: number): string;
  raceName(id: number): string;
  specName(of: Specialized): string;
  /** Realms of different branches of the game share slugs. */
  realmName(of: Branch, slug: string): string;
};

/** A branch of the game in a region. */
type Branch = { region: string | null; gameVersion: string | null };

/** With the English name that the game platform tells of the character. */
type Specialized = { gameVersion: GameVersion; specId: number; specName: string | null };

const NameRow = columns({ id: 'int', names: json<Partial<Record<Locale, string | null>>>() });
type NameRow = RowOf<typeof NameRow>;

const CLASSES = query(NameRow)`select id, names from playable_class`;
const RACES = query(NameRow)`select id, names from playable_race`;
const SPECIALIZATIONS = query(NameRow)`select id, names from specialization`;
const REALMS = query({ region: 'text', gameVersion: 'text', slug: 'text', name: 'text?' })`
  select region, game_version as "gameVersion", slug, names->>'en_US' as name from realm order by listed`;

type NameRows = Awaited<ReturnType<typeof loadNames>>;

export const REFERENCE_NAMES_KEY = 'reference-names';
const TTL_MS = 60_000;
/** The cache holds rows, possibly from another process; the look-up tables are built once per copy. */
const lookups = new WeakMap<NameRows, Map<Locale, ReferenceNames>>();

/** English where a name has no translation. */
export async function referenceNames(ctx: AppContext, locale: Locale = 'en_US'): Promise<ReferenceNames> {
  const rows = await ctx.cache.getOrLoad(REFERENCE_NAMES_KEY, TTL_MS, () => loadNames(ctx));
  const known = lookups.get(rows) ?? new Map<Locale, ReferenceNames>();
  const names = known.get(locale) ?? lookUp(rows, locale);
  lookups.set(rows, known.set(locale, names));
  return names;
}

async function loadNames({ sql }: AppContext) {
  const [classes, races, specs, realms] = await Promise.all([
    sql.many(CLASSES),
    sql.many(RACES),
    sql.many(SPECIALIZATIONS),
    sql.many(REALMS),
  ]);
  return { classes, races, specs, realms };
}

/** Until the reference data is synced, an id or a slug stands in for its name. */
function lookUp({ classes, races, specs, realms }: NameRows, locale: Locale): ReferenceNames {
  const nameIn = ({ id, names }: NameRow) => [id, names[locale] ?? names.en_US] as const;
  const classNames = new Map(classes.map(nameIn));
  const raceNames = new Map(races.map(nameIn));
  const specNames = new Map(specs.map(nameIn));
  const realmNames = new Map(realms.map(({ slug, name, ...of }) => [realmKey(of, slug), name]));
  return {
    className: (id) => classNames.get(id) ?? `Class ${id}`,
    raceName: (id) => raceNames.get(id) ?? `Race ${id}`,
    // The catalogue has those of retail; older branches have others under the same ids.
    specName: ({ gameVersion, specId, specName }) =>
      (gameVersion === 'retail' ? specNames.get(specId) : null) ?? specName ?? `Specialization ${specId}`,
    realmName: (of, slug) => realmNames.get(realmKey(of, slug)) ?? slug,
  };
}

const realmKey = ({ region, gameVersion }: Branch, slug: string) => `${region}/${gameVersion}/${slug}`;

// Names from the game, on their way from a platform document to the table that stores them.

type GameNameKind =
  | ('expansion' | 'instance' | 'encounter' | 'difficulty')
  | ('faction' | 'standing')
  | ('profession' | 'profession-tier' | 'recipe');

export type GameNameRow = { kind: GameNameKind; key: string; names: Record<string, string> };

/** Collects names while a document is built; skips things without a name. */
export function createNameCollector() {
  const rows = new Map<string, GameNameRow>();
  return {
    rows: (): GameNameRow[] => [...rows.values()],
    add(kind: GameNameKind, key: number | string, name: LocalizedText): void {
      const names = namesOf(name);
      if (Object.keys(names).length > 0) rows.set(`${kind}/${key}`, { kind, key: `${key}`, names });
    },
  };
}
export type NameCollector = ReturnType<typeof createNameCollector>;

/** Reduces names to the languages of this installation. */
export const namesIn = (rows: GameNameRow[], locales: readonly Locale[]): GameNameRow[] =>
  rows.map(({ names, ...row }) => ({
    ...row,
    names: Object.fromEntries(locales.flatMap((locale) => (names[locale] ? [[locale, names[locale]]] : []))),
  }));

/** In every language of the platform. A name in one language only is an English one. */
function namesOf(text: LocalizedText): Record<string, string> {
  if (text === null) return {};
  if (typeof text === 'string') return text ? { en_US: text } : {};
  return Object.fromEntries(
    Locale.options.flatMap((locale) => {
      const name = text[locale];
      return name ? [[locale, name]] : [];
    }),
  );
}

/** The name for documents that hold only one language. */
export const englishName = (text: LocalizedText): string | null => textIn(text, 'en_US');

/** A reference with an English name, or its kind and id in place of a missing name. */
export const namedRef = (
  thing: { id: number; name: LocalizedText } | null | undefined,
  what: string,
): { id: number; name: string } | null =>
  thing ? { id: thing.id, name: englishName(thing.name) ?? `${what} ${thing.id}` } : null;

// Names from the game in one language, falling back to English.

export type GameNames = (kind: GameNameKind, key: number | string) => string | null;

const NAMES = query({ kind: 'text', key: 'text', name: 'text?' })`
  select kind, key, coalesce(names ->> $1, names ->> 'en_US') as name from game_name
  where (kind, key) in (select * from unnest($2::text[], $3::text[]))`;

type Wanted = readonly (readonly [GameNameKind, number | string])[];

export async function gameNames(sql: Sql, locale: Locale, wanted: Wanted): Promise<GameNames> {
  // Each once, however many characters want it.
  const each = [...new Map(wanted.map((one) => [one.join('/'), one])).values()];
  const rows = await sql.many(NAMES, [locale, each.map(([kind]) => kind), each.map(([, key]) => `${key}`)]);
  const names = new Map(rows.map(({ kind, key, name }) => [`${kind}/${key}`, name]));
  return (kind, key) => names.get(`${kind}/${key}`) ?? null;
}
