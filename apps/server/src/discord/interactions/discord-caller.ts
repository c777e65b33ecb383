/** The account that an interaction comes from, its guilds, and what is kept of the interaction until it is answered. */

import { WithoutAccount } from '@guildhall/contracts/organization-settings.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import { type Form, Interaction, type Reply } from '@guildhall/discord/interaction.ts';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, objects, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import { defineJob, RELIABLE_QUEUE } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Language, languageOf } from '../../core/services/spoken-languages.ts';
import { type EventAccess, loadVisibleEvent, noEvent } from '../../events/event/event.access.ts';
import { Answer, isAway, positionOf } from '../../events/event/event.queries.ts';
import { IS_OPEN } from '../../membership/rights/organization.access.ts';
import { DiscordInteraction } from './discord-interaction.entity.ts';

/** Every interaction of a person. */
export type UserInteraction = Exclude<Interaction, { type: 1 }>;

export type ReplyOrForm = { reply: Reply } | { form: Form };

/** `isFirst` is false for an answer that is attempted again, whose claim is its own. */
export type Attempt = { requestId: string; isFirst: boolean };

const ConnectedGuild = columns({
  id: 'uuid',
  name: 'text',
  alias: 'text?',
  locale: 'text?',
  /** Whether people without an account may answer: not, under a name of its roster, or under any. */
  withoutAccount: text(WithoutAccount.options),
  /** Outsiders do not see it on our pages. */
  membersOnly: 'bool',
  /** Its events are posted in the channel of the press, or in the one above that thread. */
  postsHere: 'bool',
  /** The caller is a current member. */
  isMember: 'bool',
});
export type ConnectedGuild = RowOf<typeof ConnectedGuild>;

export type DiscordCaller = {
  discordUserId: string;
  /** Null for a caller who has not linked this account. */
  actor: Actor | null;
  /** In direct messages, or by an application that only the person has installed: the server does not know it. */
  isDirect: boolean;
  /** The guilds of the server, or of the person if `isDirect`. */
  guilds: ConnectedGuild[];
  language: Language;
  /** The language of names in the game. */
  locale: string;
};

/** The settings have to name the server that a member who manages both has confirmed. */
const CALLER = query({ userId: 'uuid?', displayName: 'text?', locale: 'text?', guilds: objects(ConnectedGuild) })`
  select u.id as "userId", u.display_name as "displayName", u.locale,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'alias', o.alias,
       'locale', o.settings ->> 'locale', 'withoutAccount', coalesce(o.settings #>> '{chat,withoutAccount}', 'roster'), 'membersOnly', not ${IS_OPEN},
       'postsHere', exists (select from discord_binding b
         where b.organization_id = o.id and b.server_id = $2 and b.channel_id = any($3)),
       'isMember', exists (select from current_member m where m.organization_id = o.id and m.user_id = u.id))
       order by ${byName('o.name')}, o.id), '[]')
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
 * and a person whose link is gone is unknown at the next press.
 */
export async function discordCallerOf(sql: Sql, act: UserInteraction): Promise<DiscordCaller> {
  const discordUserId = (act.member?.user ?? act.user)?.id ?? '';
  const channels = [act.channel_id, act.channel?.id, act.channel?.parent_id].filter(
    (id) => id !== undefined && id !== null,
  );
  const serverId = serverOf(act);
  const caller = await sql.one(CALLER, [discordUserId, serverId, channels]);
  const { userId, displayName, locale, guilds } = caller;
  return {
    discordUserId,
    actor: userId === null || displayName === null ? null : actorFor(userId, displayName, discordUserId),
    isDirect: serverId === null,
    guilds,
    language: languageOf(act.locale, soleGuild(guilds)?.locale, act.guild_locale),
    locale: locale ?? 'en_US',
  };
}

function serverOf({ guild_id, authorizing_integration_owners: owners = {} }: UserInteraction): string | null {
  return owners['1'] !== undefined && owners['0'] === undefined ? null : (guild_id ?? null);
}

/** The language of names in the game, of those that this installation reads. */
export const namesLocale = ({ config }: AppContext, { locale }: DiscordCaller): Locale =>
  config.locales.find((name) => name === locale) ?? 'en_US';

/** Without a name: the only guild, or of several the only one that posts in this channel, else the caller's only one. */
export function soleGuild(guilds: ConnectedGuild[]): ConnectedGuild | undefined {
  const posting = guilds.filter(({ postsHere }) => postsHere);
  const candidates = posting.length > 0 ? posting : guilds;
  const meant = candidates.length > 1 ? candidates.filter(({ isMember }) => isMember) : candidates;
  return meant.length === 1 ? meant[0] : undefined;
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

/** A caller whom we know. */
export type LinkedCaller = DiscordCaller & { actor: Actor };
/** At an event that they may see. */
export type CallerAtEvent = LinkedCaller & { seen: EventAccess };

const ORGANIZATION = query({ organizationId: 'uuid', isMember: 'bool' })`
  select e.organization_id as "organizationId",
    exists (select from current_member m where m.organization_id = e.organization_id and m.user_id = $2) as "isMember"
  from event e where e.id = $1`;

/** An event of a guild that is connected with the server of the press, whatever the id of the button says. */
export async function callerAtEvent({ sql }: AppContext, caller: LinkedCaller, id: string): Promise<CallerAtEvent> {
  const event = await sql.maybe(ORGANIZATION, [id, caller.actor.userId]);
  if (!event || !caller.guilds.some((guild) => guild.id === event.organizationId)) throw noEvent();
  if (!event.isMember) throw forbidden('Only members of this guild can do this.', 'not_a_member');
  return { ...caller, seen: await loadVisibleEvent(sql, caller.actor, id) };
}

export type OwnAnswer = RowOf<typeof OWN>;

const OWN = query({ ...Answer, characterId: 'uuid?', characterName: 'text?', position: 'int?', away: 'bool' })`
  select p.status, c.id as "characterId", c.name as "characterName", p.role_key as "roleKey", p.roles, p.note,
    p.late_minutes as "lateMinutes", ${positionOf('p')} as position, ${isAway('p.user_id')} as away
  from participation p join event e on e.id = p.event_id left join character c on c.id = p.character_id
  where p.event_id = $1 and p.user_id = $2`;

export const ownAnswer = (sql: Sql, { actor, seen }: CallerAtEvent) => sql.maybe(OWN, [seen.event.id, actor.userId]);

/** Finishes a deferred answer whose process died: otherwise the person would see “thinking” for 15 minutes. */
export const answerInteractionJob = defineJob({
  name: 'answer-interaction',
  payload: z.object({ interactionId: z.string() }),
  queue: { ...RELIABLE_QUEUE, policy: 'exclusive', expireInSeconds: 60, retryLimit: 8, deleteAfterSeconds: 3600 },
  concurrency: 2,
  key: ({ interactionId }) => interactionId,
});

// Rows of interactions: what changes something is claimed once; an answer that takes longer than Discord waits is kept for
// another process, and shown by editing the promised reply.

/** Longer than an answer takes that was only slow. */
const TAKE_OVER_SECONDS = 5;

const KEEP = statement`
  insert into discord_interaction (id, discord_user_id, document, token_sealed, expires_at)
  values ($1, $2, $3, $4, now() + interval '15 minutes')
  on conflict (id) do update set document = excluded.document, token_sealed = excluded.token_sealed`;

/** Keeps what is needed to answer later, and has a job look after it. */
export async function keepInteraction(ctx: AppContext, act: UserInteraction): Promise<void> {
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
export async function openKeptInteraction(ctx: AppContext, id: string): Promise<UserInteraction | null> {
  const row = await ctx.sql.maybe(OPEN, [id]);
  if (!row) return null;
  const token = ctx.sealer.open(row.tokenSealed, placeOf(id));
  const act = Interaction.parse({ ...row.document, token });
  return act.type === 1 ? null : act;
}

/** Shows the reply, and forgets what was kept for it. */
export async function editFirstAnswer(ctx: AppContext, act: UserInteraction, reply: Reply): Promise<void> {
  await ctx.discord.editReply(act.application_id, act.token, reply);
  const nothing = { tokenSealed: null, document: null };
  await ctx.transact(({ em }) => em.nativeUpdate(DiscordInteraction, act.id, { ...nothing, answeredAt: now() }));
}

const placeOf = (id: string) => `${id}|discord_interaction`;

/**
 * A deferred one may be kept before it is claimed. Old claims go with new ones, a few at a time; locked ones are for another
 * press to remove.
 */
const CLAIM = statement`
  with gone as (
    delete from discord_interaction where id in (
      select id from discord_interaction where expires_at < now() limit 20 for update skip locked))
  insert into discord_interaction as i (id, discord_user_id, claimed_at, expires_at)
  values ($1, $2, now(), now() + interval '15 minutes')
  on conflict (id) do update set claimed_at = excluded.claimed_at where i.claimed_at is null`;

/** Takes an interaction before its effect; false if that has happened, so that a repeated request changes nothing. */
export async function claimInteraction(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(CLAIM, [interactionId, discordUserId])) > 0;
}

/** Ids of interactions count with time. */
const NEWER = statement`
  select from discord_interaction
  where discord_user_id = $2 and claimed_at is not null and id::numeric > $1::numeric limit 1`;

/** Whether the person has done something else since, which an attempt that comes late must not undo. */
export async function isSuperseded(sql: Sql, interactionId: string, discordUserId: string): Promise<boolean> {
  return (await sql.run(NEWER, [interactionId, discordUserId])) > 0;
}

type Fields = Extract<UserInteraction, { type: 5 }>['data']['components'];

/** Texts and choices of a form, by the names of its fields. */
export const fieldsOf = (components: Fields): Map<string, string> =>
  new Map(
    components.flatMap(({ component }) =>
      component ? [[component.custom_id, component.value ?? component.values?.[0] ?? ''] as const] : [],
    ),
  );
