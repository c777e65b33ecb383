/** `pnpm demo [account]`: plays the walk of `docs/http.md` against the running service, with live progress. */
import { createGuildhallClient } from '@guildhall/client/client.ts';
import { connectRealtime, type RealtimeClient } from '@guildhall/client/realtime.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../src/app/router.ts';
import { readConfigAloud } from '../src/core/command.ts';
import { signInToSimulator } from './sign-in.ts';

const out = (line = '') => process.stdout.write(`${line}\n`);

async function demo(account: string): Promise<void> {
  const { baseUrl } = readConfigAloud(process.env);
  out(`1. Signing in to ${baseUrl} as the demo account "${account}" …`);
  const token = await signInToSimulator(baseUrl, account);
  const api = createGuildhallClient<AppRouter>({ baseUrl, token });
  const me = await api.users.me.query({});
  out(`   Welcome, ${me.displayName} (${me.battletag ?? 'no BattleTag'}).`);

  const realtime = connectRealtime({ baseUrl, token });
  try {
    out('2. Importing the characters of the game account …');
    const characters = await startOrJoin(
      () => api.characters.sync.mutate({}),
      () => api.characters.syncActive.query({}),
    );
    if (characters) await follow(realtime, characters);
    for (const { name, level, class: playableClass, guild } of await api.characters.list.query({})) {
      out(
        `   ${name.padEnd(13)} level ${String(level).padStart(2)} ${playableClass.name.padEnd(13)} ${guild ? `<${guild.name}>` : ''}`,
      );
    }

    const guild = await firstGuild(() => api.organizations.mine.query({}));
    if (!guild) {
      out('3. None of them is in a guild: nothing more to see. Try `pnpm demo ysolde`.');
      return;
    }
    out('3. The guild came into being with its members; its roster is synced in the background …');
    const rosterSync = await startOrJoin(
      () => api.roster.sync.mutate({ id: guild.id }),
      () => api.roster.syncActive.query({ id: guild.id }),
    );
    if (rosterSync) await follow(realtime, rosterSync);

    out(`4. The roster of <${guild.name}>, last played first:`);
    const roster = await api.roster.list.query({ id: guild.id, sortBy: 'lastLogin', pageSize: 10 });
    for (const { name, rankName, level, class: playableClass, lastLoginAt, claimedByCharacter } of roster.members) {
      const played = lastLoginAt?.slice(0, 10) ?? 'unknown   ';
      const person = claimedByCharacter ? ` (${claimedByCharacter.user.displayName})` : '';
      out(`   ${played}  ${name.padEnd(13)} ${rankName.padEnd(22)} ${level} ${playableClass.name}${person}`);
    }
    out(`   … ${roster.pagination.total} members in all.`);
    out();
    out('The same with curl:');
    out(
      `   curl -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/organizations/${guild.alias ?? guild.id}/roster?sortBy=lastLogin"`,
    );
  } finally {
    realtime.close();
  }
}

/** A sync that is already running or has just finished is as good as a new one. */
async function startOrJoin(
  start: () => Promise<{ sessionId: string }>,
  active: () => Promise<SyncSessionView | null>,
): Promise<string | undefined> {
  try {
    return (await start()).sessionId;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    out(`   ${error.message}`);
    return (await active())?.id;
  }
}

async function follow(realtime: RealtimeClient, sessionId: string): Promise<void> {
  for await (const { status, progress, error } of realtime.watch(sessionId)) {
    const { total, done, added, updated, removed } = progress;
    const bar = '█'.repeat(total > 0 ? Math.round((done / total) * 20) : 0).padEnd(20, '░');
    const line = `   ${bar} ${done}/${total}  +${added} ~${updated} -${removed}  ${status}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}    `);
    else out(line);
    if (error) out(`\n   ${error.message}`);
  }
  if (process.stdout.isTTY) out();
}

/** Membership starts with the first roster sync, a moment after the characters. */
async function firstGuild<T>(mine: () => Promise<T[]>): Promise<T | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [guild] = await mine();
    if (guild) return guild;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return undefined;
}

try {
  await demo(process.argv[2] ?? 'ysolde');
} catch (error) {
  const unreachable = error instanceof Error && 'cause' in error && String(error.cause).includes('ECONNREFUSED');
  process.stderr.write(unreachable ? 'Nothing answers: run `pnpm start` in another terminal first.\n' : `${error}\n`);
  process.exitCode = 1;
}
