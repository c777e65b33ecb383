/** Times the statements of large guilds in the database alone, prepared as the service prepares them. */
import pg from 'pg';
import { GUILD_MEMBERS } from '../apps/server/src/armory/comparisons/compared-characters.ts';
import { RAID_PROGRESS } from '../apps/server/src/armory/comparisons/encounters.queries.ts';
import { FACTION_STANDINGS } from '../apps/server/src/armory/comparisons/reputations.queries.ts';
import {
  LISTED_CRAFTERS,
  PROFESSION_COVERAGE,
  SEARCHED_CRAFTERS,
} from '../apps/server/src/armory/crafters/crafters.queries.ts';
import { EVENT_VIEWS } from '../apps/server/src/events/event/event.queries.ts';
import { OVERVIEW } from '../apps/server/src/guilds/organizations/organization.queries.ts';
import { COMPOSITION } from '../apps/server/src/guilds/roster/composition.queries.ts';
import { rosterStatements } from '../apps/server/src/guilds/roster/roster.queries.ts';
import { historyStatements } from '../apps/server/src/guilds/roster/roster-history.queries.ts';
import { attendanceStatements, seedAttendance } from '../apps/server/test/large-attendance.ts';
import { monthStatement, seedCalendar } from '../apps/server/test/large-calendar.ts';
import { comparedGuild, seedComparisons } from '../apps/server/test/large-comparisons.ts';
import { largeGuild, seedCrafters } from '../apps/server/test/large-crafters.ts';
import { oldGuild, seedRosters } from '../apps/server/test/large-rosters.ts';
import { explainPrepared, type Statement } from '../apps/server/test/query-plans.ts';
import type { Bench } from './bench.ts';
import { copyOf, scratchDatabase, scratchFolder } from './scratch-database.ts';

const part = 'queries';
const VISITOR = '00000000-0000-7000-8000-000000000001';
const GUILD = `
  with guild as (insert into organization (name, source) values ('Calendar', 'standalone') returning id),
    people as (insert into app_user (display_name) select 'Person ' || n from generate_series(1, 31) n returning id)
  select (select id from guild) as "guildId", (select min(id::text) from people) as "officerId"`;

type Client = pg.Client;
type Size = Bench['size'];
/** Statement, and milliseconds at most. */
type Timed = Record<string, [Statement, number]>;

export async function measureQueries({ stack, say, record, size }: Bench): Promise<void> {
  const url = await scratchDatabase(stack, await scratchFolder(stack));
  for (const [name, seed] of Object.entries(SEEDS)) {
    say(`${part}: ${name} …`);
    const client = await connect(await copyOf(url, name));
    try {
      for (const [measure, [statement, atMost]] of Object.entries(await seed(client, size))) {
        const { ms } = await explainPrepared(client, statement, size(20, 1));
        record([{ part, measure: `${name}: ${measure}`, value: ms, unit: 'ms', target: { atMost } }]);
      }
    } finally {
      await client.end();
    }
  }
}

/** Each fills a database of its own, and returns what is timed there. */
const SEEDS: Record<string, (client: Client, size: Size) => Promise<Timed>> = {
  async roster(client, size) {
    await seedRosters(client, size(1_000, 10));
    const viewer = { userId: VISITOR, seesUnproven: false };
    const { page, count } = rosterStatements(oldGuild, viewer, {
      ...{ page: 1, pageSize: 200, sortBy: 'lastLogin', sortOrder: 'desc', includeLeft: true, search: 'a' },
    });
    const history = historyStatements(oldGuild, { page: 20, pageSize: 50 });
    return {
      'a page of 3,000 members': [page, 10],
      'their number': [count, 10],
      'what they play': [{ ...COMPOSITION, values: [oldGuild, 30] }, 5],
      'the rest of the page': [{ ...OVERVIEW, values: [oldGuild, VISITOR, true] }, 10],
      'a page of the history': [history.page, 10],
      'the length of the history': [history.count, 10],
    };
  },
  async crafters(client, size) {
    await seedCrafters(client, size(2_000, 40));
    const { rows } = await client.query<{ name: string }>(
      `select names ->> 'pt_BR' as name from recipe where id = 4242`,
    );
    const name = rows[0]?.name ?? '';
    const typo = `${name[1]}${name[0]}${name.slice(2)}`;
    return {
      'a search by name': [{ ...SEARCHED_CRAFTERS, values: [largeGuild, name, null, 50, 0] }, 20],
      'a search with a typo': [{ ...SEARCHED_CRAFTERS, values: [largeGuild, typo, null, 50, 0] }, 20],
      'a search for three letters': [
        { ...SEARCHED_CRAFTERS, values: [largeGuild, name.slice(2, 5), null, 200, 0] },
        20,
      ],
      'the last page of all': [{ ...LISTED_CRAFTERS, values: [largeGuild, null, null, 50, 950] }, 20],
      'the coverage': [{ ...PROFESSION_COVERAGE, values: [largeGuild] }, 20],
    };
  },
  async comparisons(client) {
    await seedComparisons(client);
    const members = { ...GUILD_MEMBERS, values: [comparedGuild, '{raids}', 50, 0] };
    const { rows } = await client.query<{ id: string }>(members.text, members.values);
    const page = `{${rows.map(({ id }) => id).join(',')}}`;
    return {
      'fifty members': [members, 25],
      'their reputations': [{ ...FACTION_STANDINGS, values: [page, 3] }, 25],
      'their raid progress': [{ ...RAID_PROGRESS, values: [page, '{raids}', 3] }, 25],
    };
  },
  async attendance(client, size) {
    const { stats, matrix, trends } = attendanceStatements(await seedAttendance(client, size(500, 20)));
    return { statistics: [stats, 100], 'the matrix': [matrix, 200], 'weekly trends': [trends, 50] };
  },
  async calendar(client, size) {
    const { rows } = await client.query<{ guildId: string; officerId: string }>(GUILD);
    const { guildId = '', officerId = '' } = rows[0] ?? {};
    await seedCalendar(client, guildId, officerId, size(100_000, 100));
    const page = monthStatement(guildId, officerId);
    const listed = await client.query<{ id: string }>(page.text, page.values);
    const views = { ...EVENT_VIEWS, values: [officerId, listed.rows.map(({ id }) => id)] };
    return { 'the events of a month': [page, 5], 'their views': [views, 5] };
  },
};

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
