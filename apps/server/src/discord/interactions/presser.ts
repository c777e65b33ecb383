/** Decides who acts through an interaction, and for which guilds. */

import type { Interaction } from '@guildhall/discord/interaction.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, objects, query, type RowOf } from '../../core/db/statement.ts';
import { type Language, languageOf } from '../../core/services/spoken-languages.ts';

/** Every interaction of a person. */
export type Act = Exclude<Interaction, { type: 1 }>;

const ConnectedGuild = columns({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  locale: 'text?',
  /** Its events are posted in the channel of the press. */
  postsHere: 'bool',
});
export type ConnectedGuild = RowOf<typeof ConnectedGuild>;

export type Presser = {
  discordUserId: string;
  /** Null for somebody who has not linked this account. */
  actor: Actor | null;
  /** The guilds of the server, or of the person in direct messages. */
  guilds: ConnectedGuild[];
  language: Language;
  /** The language of names in the game. */
  locale: string;
};

/** The settings have to name the server that somebody who manages both has confirmed. */
const PRESSER = query({ userId: 'uuid?', displayName: 'text?', locale: 'text?', guilds: objects(ConnectedGuild) })`
  select u.id as "userId", u.display_name as "displayName", u.locale,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'alias', o.alias,
       'locale', o.settings ->> 'locale', 'postsHere', exists (select from discord_binding b
         where b.organization_id = o.id and b.server_id = $2 and b.channel_id = $3)) order by ${byName('o.name')}, o.id), '[]')
     from organization o
     where o.archived_at is null and case when $2::text is null
       then exists (select from current_member m where m.organization_id = o.id and m.user_id = u.id)
       else o.settings #>> '{chat,serverId}' = $2 and exists (
         select from chat_server_proof p where p.organization_id = o.id and p.server_id = $2) end) as guilds
  from (select $1::text as discord_id) asked
  left join account a on a.provider_id = 'discord' and a.account_id = asked.discord_id
  left join person u on u.id = a.user_id`;

/**
 * The linked person with their rights of this moment, never as an administrator: roles on Discord give no rights here,
 * and a person whose link is gone is nobody at the next press.
 */
export async function presserOf(sql: Sql, act: Act): Promise<Presser> {
  const discordUserId = (act.member?.user ?? act.user)?.id ?? '';
  const presser = await sql.one(PRESSER, [discordUserId, act.guild_id ?? null, act.channel_id ?? null]);
  const { userId, displayName, locale, guilds } = presser;
  return {
    discordUserId,
    actor: userId === null || displayName === null ? null : actorFor(userId, displayName, discordUserId),
    guilds,
    language: languageOf(act.locale, meantGuild(guilds)?.locale, act.guild_locale),
    locale: locale ?? 'en_US',
  };
}

/** Without a name: the only guild, or of several the only one that posts in this channel. */
export function meantGuild(guilds: ConnectedGuild[]): ConnectedGuild | undefined {
  const candidates = guilds.length === 1 ? guilds : guilds.filter(({ postsHere }) => postsHere);
  return candidates.length === 1 ? candidates[0] : undefined;
}

const actorFor = (userId: string, displayName: string, discordUserId: string): Actor => ({
  userId,
  displayName,
  isAdmin: false,
  sessionId: `discord:${discordUserId}`,
  // Never recent: what needs a recent sign-in needs the person on our pages.
  signedInAt: new Date(0),
  botScope: 'write',
  via: 'discord',
});
