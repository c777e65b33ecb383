/** Remembers the wishes of people whom we do not know for an hour, and offers them once they have linked Discord. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { discordWords } from '../words/words.ts';
import type { Presser } from './presser.ts';

type Wish = { eventId: string; roleKey: EventRole | null; status: 'signed_up' | 'tentative' | 'declined' };

/** Only an event of a guild of this server: anybody can send any id. */
const REMEMBER = `
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
    await ctx.sql(REMEMBER, [discordUserId, wish.eventId, wish.roleKey, wish.status, guildIds]);
  }
  const url = `${ctx.config.baseUrl}/link/discord`;
  return {
    content: refusals.notLinked,
    components: [{ type: 1, components: [{ type: 2, style: 5, label: buttons.link, url }] }],
  };
}
