import { Region } from '@guildhall/contracts/primitives.ts';
import { query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';

const REGIONS = query({ region: text(Region.options).known })`
  select distinct region as "region" from organization where source = 'synced' and archived_at is null and region <> $1 order by 1`;

/** Where people's own characters are looked for: the region of this installation, then each other that has guilds here. */
export async function regionsAsked(ctx: AppContext): Promise<[Region, ...Region[]]> {
  const { region } = ctx.config.battlenet;
  return [region, ...(await ctx.sql.many(REGIONS, [region])).map((row) => row.region)];
}
