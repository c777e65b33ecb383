/** Names of classes, races, specializations and realms for presenters: small tables, read once and cached for a while. */
import type { GameVersion, Locale } from '@guildhall/contracts/primitives.ts';
import { columns, json, query, type RowOf } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';

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

const nameWithin = (table: string, id: string, locale: string) =>
  `(select coalesce(names->>${locale}, names->>'en_US') from ${table} where id = ${id})`;

/** The same for a class within a statement: `{ id, name }`. */
export const classRef = (id: string, locale: string) => `jsonb_build_object('id', ${id}, 'name',
  coalesce(${nameWithin('playable_class', id, locale)}, 'Class ' || ${id}))`;

/** The same for the specialization of a character: `{ id, name }`. */
export const specRef = (character: string, locale: string) => `jsonb_build_object('id', ${character}.spec_id, 'name',
  coalesce(case when ${character}.game_version = 'retail' then ${nameWithin('specialization', `${character}.spec_id`, locale)} end,
    ${character}.spec_name, 'Specialization ' || ${character}.spec_id))`;

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
