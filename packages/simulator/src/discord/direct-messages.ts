import { z } from 'zod';
import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatChannel } from '../world-chat.ts';

const Recipient = z.object({ recipient_id: z.string() });

/** POST /users/@me/channels: opens the channel, or finds the open one. */
export async function openDirectChannel({ chat, discordAccounts }: World, request: SimulatorRequest): Promise<Answer> {
  const body = Recipient.safeParse(JSON.parse((await request.body(16 * 1024)) ?? 'null'));
  const account = discordAccounts.find(({ id }) => id === body.data?.recipient_id);
  if (!account) return discordError(404, 'Unknown User', 10_013);
  const { id, username } = account;
  return jsonAnswer(200, { id: chat.openDirectChannel(id), type: 1, recipients: [{ id, username }] });
}

/** The channel to write to, or the refusal; undefined for an id that is no direct channel. */
export function directChannel({ chat }: World, channelId: string): { channel: ChatChannel } | Answer | undefined {
  const userId = chat.findDirectChannel(channelId);
  if (userId === undefined) return undefined;
  const state = chat.directMessagesOf(userId);
  if (state === 'closed') return discordError(403, 'Cannot send messages to this user', 50_007);
  if (state === 'strangers') return discordError(403, 'Cannot send messages to a user without a mutual guild', 50_278);
  return { channel: { id: channelId, name: '', botPermissions: (1n << 53n) - 1n, isPublic: false } };
}
