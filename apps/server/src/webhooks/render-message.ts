/** The body of a message, as of this attempt: nothing of it is stored, so nothing outlives a right or a person. */

import { truncate } from '@guildhall/contracts/cut-text.ts';
import type { PostView } from '@guildhall/contracts/post.ts';
import { type WebhookEvent, type WebhookMessage, WebhookType } from '@guildhall/contracts/webhook.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import { cursorOf, EPOCH } from '../core/changes/read-changes.ts';
import { columns, query, type RowOf, statement, text } from '../core/db/statement.ts';
import { AppError } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Language, languageOf } from '../core/services/spoken-languages.ts';
import {
  eventPageUrl,
  plainText,
  presentEventPost,
  readPostedEvent,
} from '../discord/event-posts/event-post.presenter.ts';
import { postWords } from '../discord/event-posts/post.words.ts';
import { discordWords } from '../discord/words/discord.words.ts';
import { EVENT_ROW, EventRow } from '../events/event/event.access.ts';
import { eventView } from '../events/event/event.queries.ts';
import { visibilitiesFor } from '../guilds/posts/post.access.ts';
import { findPost } from '../guilds/posts/post.queries.ts';
import { abilityFor } from '../membership/rights/organization.access.ts';
import type { EndpointRow } from './webhook.access.ts';

export const DeliveryRow = columns({
  id: 'uuid',
  type: text(WebhookType.options),
  seq: 'float?',
  subjectId: 'uuid?',
  audience: text(['roster', 'members', 'officers', 'person', 'planners', 'administrators']),
  happenedAt: 'instant',
  attempt: 'int',
  refusals: 'int',
});
export type DeliveryRow = RowOf<typeof DeliveryRow>;

const SEEN_WITH = { roster: 'canViewRoster', officers: 'canViewOfficerData', planners: 'canManageEvents' } as const;
const MOST_BYTES = 20_000;

/** Null when the endpoint may no longer be told. */
export async function renderMessage(
  ctx: AppContext,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
): Promise<WebhookMessage | null> {
  const { seq, audience } = delivery;
  const needed = audience in SEEN_WITH ? SEEN_WITH[audience as keyof typeof SEEN_WITH] : undefined;
  if (needed && !endpoint.permissions.includes(needed)) return null;
  const { epoch } = await ctx.sql.one(NUMBERING);
  const cursor = seq === null ? null : cursorOf(epoch, seq);
  const { organizationId } = endpoint;
  return {
    timestamp: delivery.happenedAt,
    organizationId,
    cursor,
    ...(await contentOf(ctx, endpoint, delivery, cursor)),
  };
}

/** Only changes have a subject. */
async function contentOf(ctx: AppContext, endpoint: EndpointRow, delivery: DeliveryRow, cursor: string | null) {
  const { type, subjectId } = delivery;
  const id = subjectId ?? '';
  const gone = { id, deleted: true as const };
  switch (type) {
    case 'event.changed':
    case 'participation.changed':
      return { type, data: shortened(id, (await eventFor(ctx, endpoint, id)) ?? gone) };
    case 'post.changed':
      return { type, data: shortened(id, (await postFor(ctx, endpoint, id)) ?? gone) };
    case 'membership.changed':
      return { type, data: (await ctx.sql.maybe(MEMBER, [id, endpoint.organizationId])) ?? gone };
    case 'lineup.changed':
    case 'night.changed':
    case 'roster.changed':
    case 'raider.changed':
    case 'loot.changed':
    case 'points.changed':
    case 'rights.changed':
    case 'organization.changed':
    case 'absence.changed':
      return { type, data: { id } };
    case 'ping':
      return { type, data: { host: endpoint.host } };
    case 'feed.gap':
      return { type, data: { after: cursor } };
  }
}

/** Long texts are read through the API. */
const shortened = <Data extends object>(id: string, data: Data): Data | { id: string } =>
  Buffer.byteLength(JSON.stringify(data)) > MOST_BYTES ? { id } : data;

const NUMBERING = query({ epoch: 'text' })`select ${EPOCH} as epoch`;
const EVENT = query(EventRow)`${EVENT_ROW} where e.id = $1 and e.organization_id = $2`;

async function eventFor(ctx: AppContext, endpoint: EndpointRow, id: string): Promise<WebhookEvent | undefined> {
  const event = await ctx.sql.maybe(EVENT, [id, endpoint.organizationId]);
  const managesEvents = endpoint.permissions.includes('canManageEvents');
  if (!event || (event.unpublished && !managesEvents)) return undefined;
  // As a member without an account: the id of an endpoint is no person's.
  const viewer = { userId: endpoint.id, isMember: true, managesEvents, seesProof: false, leads: [], archived: false };
  const view = await eventView(ctx, ctx.sql, { event, viewer }).catch(unlessGone);
  if (!view) return undefined;
  const { mine, faces, abilityRules, archived, ...shown } = view;
  return shown;
}

const POST = statement`select from post where id = $1 and organization_id = $2 and visibility = any($3)`;

async function postFor(ctx: AppContext, { organizationId, permissions }: EndpointRow, id: string) {
  const standing = { organizationId, source: 'standalone', archived: false, membersOnly: false } as const;
  const access = { ...standing, isMember: true, isFounder: false, permissions, leads: [] };
  const readable = visibilitiesFor(abilityFor({ userId: null, isAdmin: false }, access));
  const found = await ctx.sql.run(POST, [id, organizationId, readable]);
  return found === 0 ? undefined : findPost(ctx.sql, id).catch(unlessGone);
}

const MEMBER = query({ id: 'uuid', displayName: 'text', isMember: 'bool' })`
  select u.id, u.display_name as "displayName",
    exists (select from current_member m where m.organization_id = $2 and m.user_id = u.id) as "isMember"
  from person u where u.id = $1`;

function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}

// Tells a channel of Discord, in the language of the guild: events look as their posts do, without buttons.

type DiscordMessage = { content: string; embeds: object[]; allowed_mentions: { parse: [] } };

/** Null for what a channel is not told. */
export async function discordMessage(
  { sql, config }: Pick<AppContext, 'sql' | 'config'>,
  { type, data }: WebhookMessage,
  locale: string | null,
): Promise<DiscordMessage | null> {
  const { baseUrl } = config;
  const language = languageOf(locale);
  if (type === 'ping') return message(discordWords(language).testPost.text, []);
  if (type === 'post.changed' && 'body' in data) return newsMessage(data, language, baseUrl);
  if (type !== 'event.changed' || !('startsAt' in data) || data.status === 'draft') return null;
  const read = await readPostedEvent(sql, data.id, 'counts');
  if (!read) return null;
  const { content, embeds } = presentEventPost(read.event, language, eventPageUrl(baseUrl, data.id));
  return message(content, embeds);
}

const message = (content: string, embeds: object[]): DiscordMessage => ({
  content,
  embeds,
  allowed_mentions: { parse: [] },
});

const MOST_CHARACTERS = 500;
/** Discord's own limit. */
const LONGEST_TITLE = 256;

function newsMessage({ id, organizationId, title, body }: PostView, language: Language, baseUrl: string) {
  const characters = [...body];
  const shown = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : body;
  const url = `${baseUrl}/g/${organizationId}/posts/${id}`;
  const embed = { title: truncate(escapeMarkdown(title), LONGEST_TITLE), url, description: escapeMarkdown(shown) };
  return message(postWords(language).news({ title: plainText(title) }), [embed]);
}
