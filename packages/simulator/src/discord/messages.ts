/** Messages of channels: create, read, edit, delete. */
import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatChannel } from '../world-chat.ts';
import { chatPermission } from '../world-chat-roles.ts';
import type { ChatMessage, MessageBody } from '../world-messages.ts';
import { type AllowedMentions, formBody, messageBody, type ParsedMessage } from './message-limits.ts';
import { botUser, botUserId } from './roles.ts';

const missingAccess = () => discordError(403, 'Missing Access', 50_001);
const missingPermissions = () => discordError(403, 'Missing Permissions', 50_013);
const unknownMessage = () => discordError(404, 'Unknown Message', 10_008);

export function createMessagesApi({ chat }: World) {
  async function create(request: SimulatorRequest, channel: ChatChannel): Promise<Answer> {
    const parsed = await formBody(request, messageBody);
    if ('refused' in parsed) return parsed.refused;
    const { form } = parsed;
    if (!has(channel, 'sendMessages')) return missingPermissions();
    if (form.embeds?.length && !has(channel, 'embedLinks')) return missingPermissions();
    const body = { content: '', embeds: [], components: [], flags: 0, ...visible(form) };
    if (body.content === '' && body.embeds.length === 0 && body.components.length === 0) {
      return discordError(400, 'Cannot send an empty message', 50_006);
    }
    const replyTo = form.message_reference?.message_id ?? null;
    if (replyTo !== null && !chat.findMessage(replyTo) && form.message_reference?.fail_if_not_exists !== false) {
      return discordError(400, 'Unknown message', 10_008);
    }
    const posted = chat.postMessage({
      ...body,
      channelId: channel.id,
      authorId: botUserId,
      nonce: form.nonce == null ? null : String(form.nonce),
      enforceNonce: form.enforce_nonce ?? false,
      pings: pingsOf(body.content, form.allowed_mentions ?? undefined),
      replyTo,
    });
    return jsonAnswer(200, messageObject(posted));
  }

  async function edit(request: SimulatorRequest, message: ChatMessage): Promise<Answer> {
    const parsed = await formBody(request, messageBody);
    if ('refused' in parsed) return parsed.refused;
    if (message.authorId !== botUserId) return discordError(403, 'Cannot edit a message by another user', 50_005);
    const { form } = parsed;
    // An edit of the content parses its mentions anew.
    const pings = form.content == null ? [] : pingsOf(form.content, form.allowed_mentions ?? undefined);
    const already = new Set(message.pings);
    const added = pings.filter((ping) => !already.has(ping));
    return jsonAnswer(200, messageObject(chat.editMessage(message.id, visible(form), added)));
  }

  /** `what` is the path after `/channels/{id}/messages`: empty, or the id of a message. */
  return async (request: SimulatorRequest, channel: ChatChannel, id?: string): Promise<Answer | undefined> => {
    if (!has(channel, 'viewChannel')) return missingAccess();
    if (id === undefined) {
      if (request.method === 'POST') return create(request, channel);
      if (request.method !== 'GET') return undefined;
      const limit = Math.min(100, Math.max(1, Number(request.query.get('limit') ?? 50)));
      const shown = has(channel, 'readHistory') ? chat.messages(channel.id).reverse().slice(0, limit) : [];
      return jsonAnswer(200, shown.map(messageObject));
    }
    const message = chat.findMessage(id);
    if (message?.channelId !== channel.id) return unknownMessage();
    if (request.method === 'PATCH') return edit(request, message);
    if (request.method === 'GET')
      return has(channel, 'readHistory') ? jsonAnswer(200, messageObject(message)) : missingAccess();
    if (request.method !== 'DELETE') return undefined;
    chat.deleteMessage(id);
    return { status: 204, headers: {}, body: null };
  };
}

const has = ({ botPermissions }: ChatChannel, permission: keyof typeof chatPermission) =>
  (botPermissions & chatPermission[permission]) !== 0n;

/** The fields that a request names; null clears one. */
export function visible(form: ParsedMessage): Partial<MessageBody> {
  return {
    ...(form.content === undefined ? {} : { content: form.content ?? '' }),
    ...(form.embeds === undefined ? {} : { embeds: form.embeds ?? [] }),
    ...(form.components === undefined ? {} : { components: form.components ?? [] }),
    ...(form.flags == null ? {} : { flags: form.flags }),
  };
}

/** The mentions of a text that notify. Without `allowed_mentions` all of them do. */
export function pingsOf(content: string, allowed: AllowedMentions | undefined): string[] {
  const { parse = [], users = [], roles = [] } = allowed ?? { parse: ['users', 'roles', 'everyone'] as const };
  return (content.match(/@everyone|@here|<@!?\d+>|<@&\d+>/g) ?? []).filter((mention) => {
    const id = mention.replace(/\D/g, '');
    if (id === '') return parse.includes('everyone');
    if (mention.startsWith('<@&')) return parse.includes('roles') || roles.includes(id);
    return parse.includes('users') || users.includes(id);
  });
}

/** A message as Discord answers it. */
export function messageObject(message: ChatMessage) {
  const { id, channelId, content, embeds, components, flags, nonce, createdAt, editedAt, replyTo } = message;
  return {
    id,
    channel_id: channelId,
    type: replyTo === null ? 0 : 19,
    author: botUser(),
    content,
    timestamp: new Date(createdAt).toISOString(),
    edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
    tts: false,
    mention_everyone: message.pings.some((ping) => ping.startsWith('@')),
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: embeds.map((embed) => ({ type: 'rich' as const, ...embed })),
    components,
    flags,
    pinned: false,
    ...(nonce === null ? {} : { nonce }),
    ...(replyTo === null ? {} : { message_reference: { message_id: replyTo, channel_id: channelId } }),
  };
}
