/** The cost of a roster sync of a guild of 1,000 for the database and the platform. */
import { startSimulator } from '@guildhall/simulator/server.ts';
import pg from 'pg';
import { PLATFORM_LIMITS, readConfig } from '../../apps/server/src/core/config.ts';
import type { Bench } from '../bench.ts';
import type { Row } from '../report.ts';
import { scratchDatabase, scratchFolder } from '../scratch-database.ts';
import { sum } from '../statistics.ts';
import { createGuild } from './create-guild.ts';
import { PROFILES, runSync, type SyncCost } from './run-sync.ts';
import type { Statement } from './statement-recorder.ts';

const part = 'roster-sync';
/** Response time of a distant platform; the simulator alone takes about a millisecond. */
const LATENCY_MS = 100;

export async function measureRosterSync({ stack, say, record, size }: Bench): Promise<void> {
  const folder = await scratchFolder(stack);
  const databaseUrl = await scratchDatabase(stack, folder);
  const simulator = await startSimulator();
  stack.defer(() => simulator.close());
  const config = readConfig({
    NODE_ENV: 'test',
    ROLES: 'worker',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    BATTLENET_CLIENT_ID: 'guildhall',
    BATTLENET_CLIENT_SECRET: 'simulated',
    BATTLENET_API_URL: simulator.battlenetApiUrl,
    BATTLENET_OAUTH_URL: simulator.battlenetOauthUrl,
  });
  const organizationId = await createGuild(config, simulator.world, size('ninefold', 'lantern'));

  say('roster-sync: first sync …');
  const first = await runSync(config, simulator, organizationId);
  say(`roster-sync: again, without changes, profiles answered after ${LATENCY_MS} ms …`);
  simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: LATENCY_MS } });
  const unchanged = await runSync(config, simulator, organizationId);
  say('roster-sync: again, the same roster sent in full …');
  await askInFull(databaseUrl, organizationId);
  const inFull = await runSync(config, simulator, organizationId);
  record([...phaseOneRows(first, unchanged, inFull), ...phaseTwoRows(first, unchanged)]);
}

/** Forgets which version of the roster is stored, and skips phase two, which adds nothing to this run. */
async function askInFull(databaseUrl: string, organizationId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('update organization set roster_last_modified = null where id = $1', [organizationId]);
  const text = `update roster_entry set profile_fetched_at = now() + interval '1 day' where organization_id = $1`;
  await client.query(text, [organizationId]);
  await client.end();
}

const isBoundary = ({ text }: Statement) => /^(begin|start transaction|commit)/i.test(text);
const counted = (statements: Statement[]) => statements.filter((statement) => !isBoundary(statement)).length;
const milliseconds = (statements: Statement[]) => sum(statements.map(({ ms }) => ms));
const writesOf = ({ entryWrites: { inserted, updated, deleted } }: SyncCost) => inserted + updated + deleted;
const mentioning = (statements: Statement[], words: RegExp) => statements.filter(({ text }) => words.test(text)).length;

function phaseOneRows(first: SyncCost, unchanged: SyncCost, inFull: SyncCost): Row[] {
  const { added } = first.progress;
  return [
    {
      part,
      measure: 'phase one: SQL statements',
      value: counted(first.phaseOne),
      unit: '',
      target: { atMost: 12 },
      note: `${added} members added; all that the job sends up to the commit, without begin and commit themselves`,
    },
    {
      part,
      measure: 'phase one: database time',
      value: milliseconds(first.phaseOne),
      unit: 'ms',
      target: { atMost: 300 },
      note: 'seen from the client, on new connections, commit included',
    },
    {
      part,
      measure: 'phase one: requests to the platform',
      value: first.rosterRequests,
      unit: '',
      target: { atMost: 1 },
    },
    {
      part,
      measure: 'same roster in full: SQL statements',
      value: counted(inFull.phaseOne),
      unit: '',
      target: { atMost: 12 },
    },
    { part, measure: 'same roster in full: database time', value: milliseconds(inFull.phaseOne), unit: 'ms' },
    {
      part,
      measure: 'same roster in full: rows of roster_entry written',
      value: writesOf(inFull),
      unit: '',
      target: { atMost: 0 },
      note: "by the server's count",
    },
    { part, measure: 'roster answered 304: SQL statements', value: counted(unchanged.phaseOne), unit: '' },
  ];
}

function phaseTwoRows(first: SyncCost, unchanged: SyncCost): Row[] {
  const budget = PLATFORM_LIMITS.perSecond;
  const { phaseTwo } = first;
  return [
    {
      part,
      measure: 'phase two: requests a second',
      value: first.profileRequests.perSecond,
      unit: 'req/s',
      target: { atLeast: budget * 0.9 },
      note: `${first.profileRequests.count} profiles; the budget is ${budget}`,
    },
    {
      part,
      measure: `phase two: requests a second, answers after ${LATENCY_MS} ms`,
      value: unchanged.profileRequests.perSecond,
      unit: 'req/s',
      target: { atLeast: budget * 0.9 },
    },
    {
      part,
      measure: 'phase two: most requests in a second',
      value: Math.max(first.profileRequests.peak, unchanged.profileRequests.peak),
      unit: 'req/s',
      note: 'late timers let a few catch up; the platform refuses above 100',
    },
    {
      part,
      measure: 'phase two: statements that write members',
      value: mentioning(phaseTwo, /update roster_entry/),
      unit: '',
      note: `${first.entryWrites.updated} rows`,
    },
    {
      part,
      measure: 'phase two: statements that write progress',
      value: mentioning(phaseTwo, /update sync_session/),
      unit: '',
    },
    {
      part,
      measure: 'phase two: statements that take from the budget',
      value: mentioning(phaseTwo, /insert into platform_budget/),
      unit: '',
    },
    {
      part,
      measure: 'nothing changed: rows of roster_entry written',
      value: writesOf(unchanged),
      unit: '',
      target: { atMost: unchanged.profileRequests.count },
      note: `each notes that it was asked for; ${unchanged.profileRequests.answered304} of ${unchanged.profileRequests.count} profiles answered 304`,
    },
  ];
}
