/** People on Discord without an account here, and a guild with a roster under whose names they answer. */
import { nameKey } from '@guildhall/contracts/name-key.ts';
import type { ParticipationListView } from '@guildhall/contracts/participation.ts';
import type { RaiderListView } from '@guildhall/contracts/raider.ts';
import type { DiscordAccount } from '@guildhall/simulator/world-model.ts';
import { expect } from 'vitest';
import { customId } from '../src/guilds/chat/custom-id.ts';
import type { TestApp } from './app.ts';
import { connectServer } from './discord.ts';
import { done, eventGuild, inHours } from './events.ts';
import { eventually } from './guild.ts';

type Seen = Awaited<ReturnType<TestApp['simulator']['discord']['press']>>;

/** The officer manages events and the roster, whose characters have these names. */
export async function strangersGuild(app: TestApp, names: string[], size = 1) {
  const guild = await eventGuild(app, size);
  const { sql } = app.ctx;
  const { discord, world } = app.simulator;
  await sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  await connectServer(app, guild.id, guild.officer.userId);
  await sql(
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level, class_id, race_id, rank)
     select $1, 60, 800000 + n, name, key, 'stormvale', 80, 11, 4, 5
     from unnest($2::text[], $3::text[]) with ordinality as named(name, key, n)`,
    [guild.id, names, names.map(nameKey)],
  );
  const who = (event: string, role: 'healer' | 'melee' = 'healer') => customId.who(event, 'signed_up', role);
  const entryOf = async (name: string) => {
    const [entry] = await sql<{ id: string }>(
      'select id from roster_entry where organization_id = $1 and name = $2 and left_at is null',
      [guild.id, name],
    );
    return entry?.id ?? '';
  };
  const officer = <T>(...request: Parameters<typeof guild.officer.call>) => done<T>(guild.officer.call(...request));
  /** A busy machine promises an answer, and shows it later. */
  const answered = async (pressed: Promise<Seen>) => {
    const seen = await pressed;
    await eventually(async () => expect(seen.kind).not.toBe('thinking'));
    return seen;
  };
  return {
    ...guild,
    entryOf,
    /** A person on the guild's server. */
    join(account: string) {
      const accounts = world.discordAccounts as DiscordAccount[];
      if (!accounts.some(({ key }) => key === account)) {
        // The world lets only tests make accounts, and only so.
        const id = String(330_000_000_000_000_000n + BigInt(accounts.length));
        accounts.push({ ...(accounts[0] as DiscordAccount), key: account, id, username: account });
      }
      world.chat.join('lantern', account);
    },
    allow: (withoutAccount: string) =>
      sql(
        `update organization set settings = jsonb_set(settings, '{chat,withoutAccount}', to_jsonb($2::text)) where id = $1`,
        [guild.id, withoutAccount],
      ),
    night: async (slots = { healer: 1, melee: 5 }): Promise<string> => {
      const { id } = await officer<{ id: string }>('POST', `/organizations/${guild.id}/events`, {
        title: 'Raid',
        type: 'raid',
        scope: 'guild',
        startsAt: inHours(24 + Math.random() * 100),
        durationMinutes: 120,
        slots: Object.entries(slots).map(([roleKey, max]) => ({ roleKey, max })),
      });
      return id;
    },
    parts: async (event: string) =>
      (await officer<ParticipationListView>('GET', `/events/${event}/participations`)).participations,
    raiders: async (only = 'no_account') =>
      (await officer<RaiderListView>('GET', `/organizations/${guild.id}/raiders?only=${only}`)).raiders,
    ask: officer,
    /** Chooses a name of the roster, as the list offers it. */
    take: async (account: string, event: string, name: string, role?: 'healer' | 'melee') =>
      answered(discord.choose(account, who(event, role), [await entryOf(name)])),
    takeName: (account: string, event: string, name: string, role?: 'healer' | 'melee') =>
      answered(discord.choose(account, who(event, role), [`name ${name}`])),
    comes: (account: string, event: string, role: 'healer' | 'melee' = 'healer') =>
      answered(discord.press(account, customId.signUp(event, role))),
    declines: (account: string, event: string) => answered(discord.press(account, customId.answer(event, 'declined'))),
    removesThemselves: (account: string) => answered(discord.press(account, customId.forget(guild.id))),
    /** The names that the box offers for what was typed. */
    async offered(account: string, event: string, typed: string) {
      const form = await discord.press(account, customId.signUp(event, 'healer'));
      const asked = await answered(discord.submit(account, form, { name: typed }));
      return asked.components[0]?.components?.[0]?.options?.map(({ label }) => label) ?? asked.content;
    },
  };
}
export type StrangersGuild = Awaited<ReturnType<typeof strangersGuild>>;
