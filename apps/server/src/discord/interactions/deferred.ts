/** Answers that take longer than Discord waits: kept for another process, shown by editing the promised reply. */
import { Interaction, type Reply } from '@guildhall/discord/interaction.ts';
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
