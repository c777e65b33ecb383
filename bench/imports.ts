/** Brings in 2,000 characters with one worker while a guild of 1,000 signs up: what that costs those who sign up. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from './bench.ts';
import { seed } from './reads/seed.ts';
import { scratchDatabase, scratchFolder } from './scratch-database.ts';
import { startService } from './service.ts';
import { median, percentile } from './statistics.ts';

const part = 'imports';
/** People who answer at the same time. */
const AT_ONCE = 4;
/** Four times as often as the page, which asks while a job is at work. */
const ASK_AGAIN_MS = 500;

const MAY_ALL = `
  update role set permissions = '{canManageRoster,canViewRoster}' where organization_id = $1 and not is_founder`;
const OPEN_EVENTS = `
  update event set any_role = true, tickets = 100
  where organization_id = $1 and status = 'published' and starts_at > now() returning id`;
const NAMES = 'select name from roster_entry where organization_id = $1 and left_at is null order by id limit $2';

type Round = Record<'previewed' | 'applied' | 'p99Alone' | 'slowestAlone' | 'p99' | 'slowest' | 'answers', number>;

export async function measureImports({ stack, profileFolder, say, record, size }: Bench): Promise<void> {
  // Each round compares the answers of an import with those just before it, because other work of the machine comes and goes.
  const [rows, rounds, aloneMs] = [size(2_000, 20), size(5, 1), size(8_000, 500)];
  const folder = await scratchFolder(stack);
  const url = await scratchDatabase(stack, folder);
  const { tokens, characterIds, guildId } = await seed(url, 1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(MAY_ALL, [guildId]);
  const events = (await client.query<{ id: string }>(OPEN_EVENTS, [guildId])).rows.map(({ id }) => id);
  const names = (await client.query<{ name: string }>(NAMES, [guildId, rows / 2])).rows.map(({ name }) => name);
  await client.end();
  const { origin } = await startService(stack, url, folder, profileFolder, 'web');
  await startService(stack, url, folder, undefined, 'worker');

  const call = async (token: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

  let begun = 0;
  /** One person after the other answers an event, some at once, until told to stop; the milliseconds of each answer. */
  const signUp = async (isOver: () => boolean) => {
    const times: number[] = [];
    const some = async () => {
      while (!isOver()) {
        const person = begun % tokens.length;
        const status = Math.floor(begun / tokens.length) % 2 === 0 ? 'tentative' : 'signed_up';
        begun += 1;
        const body = { status, characterId: characterIds[person], roleKey: 'melee' };
        const startedAt = performance.now();
        await call(tokens[person] ?? '', 'PUT', `/events/${events[person % events.length]}/signup`, body);
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
    return times;
  };
  const signUpFor = (ms: number) => {
    const end = performance.now() + ms;
    return signUp(() => performance.now() >= end);
  };

  const [officer = ''] = tokens;
  const path = `/organizations/${guildId}/imports`;
  const guests = Array.from({ length: rows - names.length }, (_, number) => `Guest${number}`);
  const text = ['Name', ...names, ...guests].join('\n');
  const until = async (id: string, state: string) => {
    for (;;) {
      const run = await call(officer, 'GET', `${path}/${id}`);
      if (run.state === state) return;
      if (run.state === 'failed') throw new Error('The import failed');
      await sleep(ASK_AGAIN_MS);
    }
  };
  const bringIn = async () => {
    const startedAt = performance.now();
    const { id } = await call(officer, 'POST', path, { source: 'table', text, columns: { name: 0 } });
    await until(id, 'preview');
    const previewed = performance.now() - startedAt;
    for (;;) {
      const { rows: unmatched } = await call(officer, 'GET', `${path}/${id}/rows?status=unmatched&pageSize=200`);
      if (unmatched.length === 0) break;
      const rowIds = unmatched.map((row: { id: string }) => row.id);
      await call(officer, 'PATCH', `${path}/${id}/rows`, { rowIds, decision: 'guest' });
    }
    await call(officer, 'POST', `${path}/${id}/apply`);
    await until(id, 'applied');
    return { id, previewed, applied: performance.now() - startedAt };
  };

  const measureRound = async (): Promise<Round> => {
    const alone = await signUpFor(aloneMs);
    let finished = false;
    const importing = bringIn().finally(() => {
      finished = true;
    });
    const [meanwhile, { id, ...took }] = await Promise.all([signUp(() => finished), importing]);
    await call(officer, 'POST', `${path}/${id}/undo`);
    await until(id, 'undone');
    return {
      ...took,
      p99Alone: percentile(alone, 0.99),
      slowestAlone: Math.max(...alone),
      p99: percentile(meanwhile, 0.99),
      slowest: Math.max(...meanwhile),
      answers: meanwhile.length,
    };
  };

  await signUpFor(aloneMs);
  const results: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const result = await measureRound();
    results.push(result);
    const { answers, p99Alone, slowestAlone, slowest } = result;
    const times = [p99Alone, slowestAlone, slowest].map((ms) => ms.toFixed(0)).join(', ');
    say(`${part}: round ${round}, ${answers} answers; p99 alone, slowest alone, slowest meanwhile: ${times} ms`);
  }
  const medianOf = (value: (round: Round) => number) => median(results.map(value));
  record([
    { part, measure: `${rows} rows until the preview`, value: medianOf((one) => one.previewed) / 1_000, unit: 's' },
    { part, measure: `${rows} rows until they are written`, value: medianOf((one) => one.applied) / 1_000, unit: 's' },
    { part, measure: 'an answer alone, p99', value: medianOf((one) => one.p99Alone), unit: 'ms' },
    { part, measure: 'an answer meanwhile, p99', value: medianOf((one) => one.p99), unit: 'ms' },
    {
      part,
      measure: 'the slowest answer alone, to the p99 alone',
      value: medianOf((one) => one.slowestAlone / one.p99Alone),
      unit: 'x',
    },
    {
      part,
      measure: 'the slowest answer meanwhile, to the p99 alone',
      value: medianOf((one) => one.slowest / one.p99Alone),
      unit: 'x',
      target: { atMost: 3 },
      note: `median of ${rounds} imports, ${medianOf((one) => one.answers)} answers each`,
    },
  ]);
}
