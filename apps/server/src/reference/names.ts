/** Names of classes, races and realms for presenters: small tables, read once and cached for a while. */
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { AppContext } from '../core/services/context.ts';

export type ReferenceNames = {
  className(id: number): string;
  raceName(id: number): string;
  /** Realms of different branches of the game share slugs. */
  realmName(of: Branch, slug: string): string;
};

/** A branch of the game in a region. */
type Branch = { region: string | null; gameVersion: string | null };

type NameRow = { id: number; names: Partial<Record<Locale, string | null>> };
type RealmRow = Branch & { slug: string; name: string | null };
type NameRows = { classes: NameRow[]; races: NameRow[]; realms: RealmRow[] };

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

async function loadNames({ sql }: AppContext): Promise<NameRows> {
  const [classes, races, realms] = await Promise.all([
    sql<NameRow>('select id, names from playable_class'),
    sql<NameRow>('select id, names from playable_race'),
    sql<RealmRow>(
      `select region, game_version as "gameVersion", slug, names->>'en_US' as name from realm order by listed`,
    ),
  ]);
  return { classes, races, realms };
}

/** The same for a class within a statement: `{ id, name }`. */
export const classRef = (id: string) => `jsonb_build_object('id', ${id}, 'name',
  coalesce((select names->>'en_US' from playable_class where id = ${id}), 'Class ' || ${id}))`;

/** Until the reference data is synced, an id or a slug stands in for its name. */
function lookUp({ classes, races, realms }: NameRows, locale: Locale): ReferenceNames {
  const nameIn = ({ id, names }: NameRow) => [id, names[locale] ?? names.en_US] as const;
  const classNames = new Map(classes.map(nameIn));
  const raceNames = new Map(races.map(nameIn));
  const realmNames = new Map(realms.map(({ slug, name, ...of }) => [realmKey(of, slug), name]));
  return {
    className: (id) => classNames.get(id) ?? `Class ${id}`,
    raceName: (id) => raceNames.get(id) ?? `Race ${id}`,
    realmName: (of, slug) => realmNames.get(realmKey(of, slug)) ?? slug,
  };
}

const realmKey = ({ region, gameVersion }: Branch, slug: string) => `${region}/${gameVersion}/${slug}`;
