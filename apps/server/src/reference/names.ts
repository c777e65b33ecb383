/** Names of classes, races and realms for presenters: small tables, read once and kept in the process for a while. */
import type { AppContext } from '../core/context.ts';

export type ReferenceNames = {
  className(id: number): string;
  raceName(id: number): string;
  realmName(region: string, slug: string): string;
};

type NameRow = { id: number; name: string | null };
type RealmRow = { region: string; slug: string; name: string | null };
const TTL_MS = 60_000;

/** Until the reference data are synced, an id or a slug stands in for its name. */
export function referenceNames(ctx: AppContext): Promise<ReferenceNames> {
  return ctx.cache.getOrLoad('reference-names', TTL_MS, async () => {
    const [classes, races, realms] = await Promise.all([
      ctx.sql<NameRow>(`select id, names->>'en_US' as name from playable_class`),
      ctx.sql<NameRow>(`select id, names->>'en_US' as name from playable_race`),
      ctx.sql<RealmRow>(`select region, slug, names->>'en_US' as name from realm`),
    ]);
    const byId = (rows: NameRow[]) => new Map(rows.map(({ id, name }) => [id, name]));
    const classNames = byId(classes);
    const raceNames = byId(races);
    const realmNames = new Map(realms.map(({ region, slug, name }) => [`${region}/${slug}`, name]));
    return {
      className: (id) => classNames.get(id) ?? `Class ${id}`,
      raceName: (id) => raceNames.get(id) ?? `Race ${id}`,
      realmName: (region, slug) => realmNames.get(`${region}/${slug}`) ?? slug,
    };
  });
}
