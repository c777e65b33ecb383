/** Each job that runs by the clock costs what is due, beside however many guilds. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { jobs, scheduledJobs } from '../src/app/jobs.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import { type TestApp, testApp } from './app.ts';
import { GUILD_SIZE, OF_PLATFORMS, seedManyGuilds } from './many-guilds.ts';
import { type Carried, watchPlans } from './watch-plans.ts';

/** Small guilds, so that there are many. */
const SIZE = {
  ...GUILD_SIZE,
  ...{ roster: 60, people: 15, characters: 20, events: 24, answers: 4, jobs: 60, syncs: 40, notices: 40, changes: 30 },
};
const [FEW, MANY] = [10, 300];

type Cost = Record<string, Carried[]>;

/** The statements that each job has PostgreSQL carry out in an app with this many guilds, of which two have something due. */
async function costsAmong(guilds: number): Promise<Cost> {
  await using app = await testApp({ roles: ['web'] });
  const client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  await seedManyGuilds(client, guilds, { busy: 2, size: SIZE });
  await client.end();
  const plans = await watchPlans(app);
  const costs: Cost = {};
  for (const name of scheduledJobs.filter((job) => !OF_PLATFORMS.includes(job))) {
    await run(app, name);
    costs[name] = plans.carried();
  }
  return costs;
}

async function run({ ctx }: TestApp, name: string): Promise<void> {
  const job = jobs.find(({ definition }) => definition.name === name);
  const how = { jobId: uuidv7(), attempt: 0, lastAttempt: false, signal: new AbortController().signal, refusals: {} };
  await job?.handle(ctx, {}, how);
}

/** Pages by statement. */
function pagesOf(carried: Carried[]): Map<string, number> {
  const pages = new Map<string, number>();
  for (const one of carried) pages.set(one.text, (pages.get(one.text) ?? 0) + one.pages);
  return pages;
}

/** Jobs that look at a share each time, and have tests with more than a share, or count everything: pages of a statement. */
const SHARES: Record<string, number> = {
  'advance-events': 30_000,
  'find-discord-work': 10_000,
  'queue-due-role-syncs': 30_000,
  'count-usage': 3_000,
};

/** An index of thirty times as many rows is a page or two deeper. The planner may read up to a page for each guild. */
const most = (job: string, pagesAmongFew: number) => 2 * pagesAmongFew + MANY + (SHARES[job] ?? 0);

test('no job that runs by the clock reads more beside three hundred guilds than beside ten', async () => {
  const [few, many] = [await costsAmong(FEW), await costsAmong(MANY)];
  const costly = Object.entries(many).flatMap(([name, carried]) => {
    const before = pagesOf(few[name] ?? []);
    return [...pagesOf(carried)].flatMap(([text, pages]) => {
      const pagesAmongFew = before.get(text) ?? 0;
      return pages > most(name, pagesAmongFew)
        ? [`${name}: ${pagesAmongFew} pages, then ${pages}: ${text.trim()}`]
        : [];
    });
  });
  expect(costly).toEqual([]);
});
