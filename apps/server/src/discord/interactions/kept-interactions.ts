/**
 * Rows of interactions: what changes something is claimed once; an answer that takes longer than Discord waits is kept for
 * another process, and shown by editing the promised reply.
 */
import { Interaction, type Reply } from '@guildhall/discord/interaction.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { answerInteractionJob } from './interactions.jobs.ts';
import type { Act } from './presser.ts';

/** Longer than an answer takes that was only slow. */
const TAKE_OVER_SECONDS = 5;

const KEEP = statement`
  insert into discord_interaction (id, discord_user_id, document, token_sealed, expires_at)
  values ($1, $2, $3, $4, now() + interval '15 minutes')
  on conflict (id) do update set document = excluded.document, token_sealed = excluded.token_sealed`;

/** Keeps what is needed to answer later, and has a job look after it. */
export async function keepForLater(ctx: AppContext, act: Act): Promise<void> {
  const { token, ...document } = act;
  const discordUserId = (act.member?.user ?? act.user)?.id ?? '';
  await ctx.transact(async ({ sql, enqueue }) => {
    const sealed = ctx.sealer.seal(token, placeOf(act.id));
    await sql.run(KEEP, [act.id, discordUserId, JSON.stringify(document), sealed]);
    await enqueue(answerInteractionJob, { interactionId: act.id }, { startAfter: TAKE_OVER_SECONDS });
  });
}

const OPEN = query({ document: json<Record<string, unknown>>().known, tokenSealed: 'text!' })`
  select document, token_sealed as "tokenSealed" from discord_interaction
  where id = $1 and token_sealed is not null and answered_at is null and expires_at > now() + interval '1 minute'`;

/** Null when it has been answered, or cannot be any more. */
export async function openInteraction(ctx: AppContext, id: string): Promise<Act | null> {
  const row = await ctx.sql.maybe(OPEN, [id]);
  if (!row) return null;
  const token = ctx.sealer.open(row.tokenSealed, placeOf(id));
  const act = Interaction.parse({ ...row.document, token });
  return act.type === 1 ? null : act;
}

const ANSWERED = statement`
  update discord_interaction set answered_at = now(), token_sealed = null, document = null where id = $1`;

/** Shows the reply, and forgets what was kept for it. */
export async function showLater(ctx: AppContext, act: Act, reply: Reply): Promise<void> {
  await ctx.discord.editReply(act.application_id, act.token, reply);
  await ctx.sql.run(ANSWERED, [act.id]);
}

const placeOf = (id: string) => `${id}|discord_interaction`;

/**
 * A deferred one may be kept before it is claimed. Old claims go with new ones, a few at a time; locked ones are somebody
 * else's to remove.
 */
const CLAIM = statement`
  with gone as (
    delete from discord_interaction where id in (
      select id from discord_interaction where expires_at < now() limit 20 for update skip locked))
  insert into discord_interaction as i (id, discord_user_id, claimed_at, expires_at)
  values ($1, $2, now(), now() + interval '15 minutes')
  on conflict (id) do update set claimed_at = excluded.claimed_at where i.claimed_at is null`;

/** Takes an interaction before its effect; false if that has happened, so that a repeated request changes nothing. */
export async function claim(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(CLAIM, [interactionId, discordUserId])) > 0;
}

/** Ids of interactions count with time. */
const NEWER = statement`
  select from discord_interaction
  where discord_user_id = $2 and claimed_at is not null and id::numeric > $1::numeric limit 1`;

/** Whether the person has done something else since, which an attempt that comes late must not undo. */
export async function isOutdated(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(NEWER, [interactionId, discordUserId])) > 0;
}
