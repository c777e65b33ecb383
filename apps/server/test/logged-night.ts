/** A raid that was posted on Discord and is over, with the pulls of its log. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { LoggedFight } from '@guildhall/simulator/warcraft-logs/reports.ts';
import type { TestApp } from './app.ts';
import { type DiscordGuild, planEvent } from './discord-guild.ts';
import { done, moveBack } from './events.ts';
import { eventually } from './guild.ts';

/** A boss, and how much of it each wipe left; null is the kill. */
export type Fought = [encounterId: number, name: string, left: number | null];

/** Posted, and since noon of today or yesterday it was over the day before. */
export async function pastRaid(app: TestApp, guild: DiscordGuild, input: object = {}): Promise<EventView> {
  const event = await planEvent(guild, input);
  const posted = 'select from event_post where event_id = $1 and shown = wanted';
  await eventually(async () => {
    if ((await app.ctx.sql(posted, [event.id])).length === 0) throw new Error('The event is not posted');
  });
  await moveBack(app, event.id, 48 + 1 + 40);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageGuild,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  return event;
}

let logs = 0;

/** Attaches a log of its own to an event that has begun. */
export async function logNight(
  app: TestApp,
  { officer }: DiscordGuild,
  eventId: string,
  fought: readonly Fought[],
): Promise<string> {
  logs += 1;
  const { world, warcraftLogs } = app.simulator;
  const ours = world.guild('lantern');
  const there = world.members(ours).slice(0, 10);
  const [row] = await app.ctx.sql<{ starts_at: string }>('select starts_at from event where id = $1', [eventId]);
  const fights = fought.map(
    ([encounterID, name, left], index): LoggedFight => ({
      ...{ id: index + 1, encounterID, name, kill: left === null, fightPercentage: left ?? 0.01 },
      ...{ originalEncounterID: null, difficulty: 4, size: there.length, inProgress: false },
      startTime: (index + 1) * 300_000,
      endTime: (index + 1) * 300_000 + 120_000,
      friendlyPlayers: there.map((_, player) => player + 1),
    }),
  );
  const { code } = warcraftLogs.record(
    ours,
    { seed: 900 + logs, startsAt: Date.parse(row?.starts_at ?? ''), there },
    { fights },
  );
  const { reports } = await done<{ reports: { id: string; attached: boolean }[] }>(
    officer.call('POST', `/events/${eventId}/reports`, { link: code }),
  );
  return reports.findLast(({ attached }) => attached)?.id ?? '';
}
