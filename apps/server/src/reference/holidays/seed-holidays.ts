import type { HolidaysSeeded, SeedHolidaysInput } from '@guildhall/contracts/holiday.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAdminLog } from '../../identity/people/admin-log.ts';
import { holidaysOfYear } from './holidays-of-year.ts';

/** Adds and updates what the rules produce, deletes everything else and leaves unchanged rows alone. */
const SEED = query({ changed: 'int' })`
  with wanted as (
    select key, "startsAt" as starts_at, "endsAt" as ends_at, names
    from jsonb_to_recordset($2::jsonb) as n(key text, "startsAt" date, "endsAt" date, names jsonb)
  ), gone as (
    delete from holiday h where year = $1::smallint
      and not exists (select from wanted w where w.key = h.key and w.starts_at = h.starts_at)
    returning 1
  ), written as (
    insert into holiday as h (key, year, starts_at, ends_at, names)
    select key, $1::smallint, starts_at, ends_at, names from wanted
    on conflict (key, starts_at) do update set (year, ends_at, names) = (excluded.year, excluded.ends_at, excluded.names)
    where (h.year, h.ends_at, h.names) is distinct from (excluded.year, excluded.ends_at, excluded.names)
    returning 1
  )
  select (select count(*) from gone)::int + (select count(*) from written)::int as changed`;

/** Writes the year's holidays into the calendar of every guild. May be repeated. */
export async function seedHolidays(ctx: AppContext, actor: Actor, input: SeedHolidaysInput): Promise<HolidaysSeeded> {
  const { year } = input;
  const entries = holidaysOfYear(year);
  return ctx.transact(async ({ sql }) => {
    const { changed } = await sql.one(SEED, [year, JSON.stringify(entries)]);
    await writeAdminLog(sql, actor, { action: 'holidays_seeded', details: { year, changed } });
    return { year, total: entries.length, changed };
  });
}
