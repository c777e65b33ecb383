/** Two hundred members of one guild, each with the real client: they read repeatedly and watch a sync to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuildhallClient } from '@guildhall/client/client.ts';
import { connectRealtime, type RealtimeClient } from '@guildhall/client/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import type { Character } from '@guildhall/simulator/world-model.ts';
import { type TRPCClient, TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../src/app/router.ts';
import type { Sql } from '../src/core/db/sql.ts';
import { statement } from '../src/core/db/statement.ts';
import type { Sessions } from '../src/core/services/ports.ts';
import { uuidv7 } from '../src/core/uuid.ts';

const SEED = statement`
  with member as (select * from jsonb_to_recordset($1::jsonb)
    as m(user_id uuid, id int, realm_id int, slug text, name text, class_id int, race_id int, level int)),
  person as (insert into app_user (id, display_name) select user_id, 'Owner of ' || name from member)
  insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug,
    class_id, race_id, level, verified_at, enriched_at)
  select user_id, 'synced', 'us', 'retail', realm_id, id, name, slug, class_id, race_id, level, now(), now() from member`;

/** Signed-in people, each of whom has proved to own one of these characters. */
export async function seedOwners(sql: Pick<Sql, 'run'>, sessions: Sessions, characters: Character[]) {
  const rows = characters.map(({ id, name, realm, classId, raceId, level }) => {
    const place = { realm_id: realm.id, slug: realm.slug };
    return { user_id: uuidv7(), id, name, ...place, class_id: classId, race_id: raceId, level };
  });
  await sql.run(SEED, [JSON.stringify(rows)]);
  return Promise.all(
    rows.map(async ({ user_id: userId }) => ({ userId, token: (await sessions.create(userId)).token })),
  );
}

export type Owner = { userId: string; token: string };

/** Counts of a crowd's requests. */
export type Tally = {
  reads: number;
  /** Connections that broke during a response; the request was repeated. */
  repeated: number;
  /** Requests that stayed unanswered after many repetitions. */
  unanswered: number;
  /** Responses reporting that the service was unwell; the request was repeated. */
  faults: number;
  /** Refusals, and responses that were not true. */
  wrong: string[];
  reconnects: number;
};

const PAUSE_MS = 2_000;
const PATIENCE_MS = 60_000;

export type Crowd = {
  tally: Tally;
  /** From now on all also read this guild and expects this many members. */
  belongTo(guild: { id: string; members: number }): void;
  connected(): number;
  /** All watch; returns the last state each person saw. */
  watch(sessionId: string): Promise<SyncSessionView | undefined>[];
  [Symbol.asyncDispose](): Promise<void>;
};

export function gather(baseUrl: string, owners: Owner[]): Crowd {
  const tally: Tally = { reads: 0, repeated: 0, unanswered: 0, faults: 0, wrong: [], reconnects: 0 };
  const stop = new AbortController();
  let guild: { id: string; members: number } | undefined;
  const realtime = owners.map(({ token }) => connectRealtime({ baseUrl, token }));
  for (const { socket } of realtime) {
    let connects = 0;
    socket.on('connect', () => void (connects++ > 0 && tally.reconnects++));
  }
  const reading = owners.map(async ({ userId, token }, place) => {
    const read = readerOf(createGuildhallClient<AppRouter>({ baseUrl, token }), userId);
    await sleep((PAUSE_MS * place) / owners.length);
    while (!stop.signal.aborted) {
      await answered(() => read(guild, tally), tally);
      await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  });
  return {
    tally,
    belongTo(found) {
      guild = found;
    },
    connected: () => realtime.filter(({ socket }) => socket.connected).length,
    watch: (sessionId) => realtime.map((client) => lastOf(client, sessionId, tally)),
    async [Symbol.asyncDispose]() {
      stop.abort();
      for (const client of realtime) client.close();
      await Promise.all(reading);
    },
  };
}

/** Sends one request per turn and checks facts that hold whichever process answers. */
function readerOf(client: TRPCClient<AppRouter>, userId: string) {
  let turn = 0;
  let done = 0;
  return async (guild: { id: string; members: number } | undefined, tally: Tally) => {
    const check = (isTrue: boolean, what: string) => void (isTrue || tally.wrong.push(what));
    turn += 1;
    if (!guild || turn % 3 === 0) {
      check((await client.users.me.query({})).id === userId, 'somebody else');
    } else if (turn % 3 === 1) {
      const { members, pagination } = await client.roster.list.query({ id: guild.id, pageSize: 5 });
      check(pagination.total === guild.members && members.length === 5, `${pagination.total} members`);
    } else {
      const session = await client.roster.syncActive.query({ id: guild.id });
      check(session !== null && session.progress.done >= done, `progress from ${done} to ${session?.progress.done}`);
      done = session?.progress.done ?? done;
    }
    tally.reads += 1;
  };
}

/** Repeats the request after no response or an uninformative one; a refusal is wrong. */
async function answered(ask: () => Promise<void>, tally: Tally): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const status: number | undefined = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
      if (status !== undefined && status < 500) return void tally.wrong.push(`${error}`);
      if (Date.now() > until) break;
      tally[status === undefined ? 'repeated' : 'faults'] += 1;
      await sleep(100);
    }
  }
  tally.unanswered += 1;
}

async function lastOf(client: RealtimeClient, sessionId: string, tally: Tally): Promise<SyncSessionView | undefined> {
  let last: SyncSessionView | undefined;
  try {
    for await (const session of client.watch(sessionId)) last = session;
  } catch (error) {
    tally.wrong.push(`watching: ${error instanceof Error ? error.message : error}`);
  }
  return last;
}
