/** Remembers the wishes of people whom we do not know for an hour, and offers them once they have linked Discord. */
import type { DiscordWishesView } from '@guildhall/contracts/discord.ts';
import { EventRole } from '@guildhall/contracts/event.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import type { Actor } from '../../core/actor.ts';
import { object, query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { discordWords } from '../words/words.ts';
import { chooseCharacter } from './choose-character.ts';
import type { Presser } from './presser.ts';

type Wish = { eventId: string; roleKey: EventRole | null; status: 'signed_up' | 'tentative' | 'declined' };

/** Only an event of a guild of this server: anybody can send any id. */
const REMEMBER = statement`
  insert into link_intent (discord_user_id, event_id, role_key, status, expires_at)
  select $1, e.id, $3, $4, now() + interval '1 hour' from event e where e.id = $2 and e.organization_id = any($5::uuid[])
  on conflict (discord_user_id, event_id) do update set role_key = excluded.role_key, status = excluded.status,
    expires_at = excluded.expires_at`;

/**
 * The address carries no secret: whoever opened one that did could link the presser's account to themselves. Discord's
 * own sign-in proves in that browser who it is.
 */
export async function askToLink(
  ctx: AppContext,
  { discordUserId, guilds, language }: Presser,
  wish?: Wish,
): Promise<Reply> {
  const { refusals, buttons } = discordWords(language);
  if (wish) {
    const guildIds = guilds.map(({ id }) => id);
    await ctx.sql.run(REMEMBER, [discordUserId, wish.eventId, wish.roleKey, wish.status, guildIds]);
  }
  const url = `${ctx.config.baseUrl}/link/discord`;
  return {
    content: refusals.notLinked,
    components: [{ type: 1, components: [{ type: 2, style: 5, label: buttons.link, url }] }],
  };
}

const WISHES = query({
  status: text(['declined', 'signed_up', 'tentative']),
  organization: object({ id: 'uuid', name: 'text' }),
  roleKey: text(EventRole.options).orNull,
  eventId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  anyRole: 'bool',
  locale: 'text',
})`
  select w.status, w.role_key as "roleKey", jsonb_build_object('id', o.id, 'name', o.name) as organization,
    e.id as "eventId", e.title, e.starts_at as "startsAt", e.any_role as "anyRole", u.locale
  from account a join person u on u.id = a.user_id
  join link_intent w on w.discord_user_id = a.account_id and w.expires_at > now()
  join event e on e.id = w.event_id and e.status = 'published' and e.starts_at > now()
  join organization o on o.id = e.organization_id and o.archived_at is null
  where a.user_id = $1 and a.provider_id = 'discord'
    and exists (select from current_member m where m.organization_id = o.id and m.user_id = a.user_id)
    and not exists (select from participation p where p.event_id = e.id and p.user_id = a.user_id)
  order by e.starts_at, e.id limit 20`;

const LINKED = statement`select from account where user_id = $1 and provider_id = 'discord'`;

/** Only what the caller's own linked account wanted, at events of their guilds. */
export async function listWishes({ sql }: AppContext, { userId }: Actor): Promise<DiscordWishesView> {
  const [linked, rows] = await Promise.all([sql.run(LINKED, [userId]), sql.many(WISHES, [userId])]);
  const wishes = await Promise.all(
    rows.map(async ({ eventId, title, startsAt, anyRole, locale, ...wish }) => {
      const event = { id: eventId, organizationId: wish.organization.id, anyRole };
      const { chosen, candidates } = await chooseCharacter(sql, { userId, locale }, event, wish.roleKey);
      const best = candidates.find(({ id }) => id === chosen) ?? candidates[0];
      return {
        ...wish,
        event: { id: eventId, title, startsAt },
        character: best ? { id: best.id, name: best.name } : null,
      };
    }),
  );
  return { linked: linked > 0, wishes };
}
