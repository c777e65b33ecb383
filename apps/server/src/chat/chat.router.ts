import {
  ChatServerInput,
  ChatServerView,
  ConfirmChatServerInput,
  InChatServerView,
  ServerInviteView,
} from '@guildhall/contracts/chat.ts';
import { authenticatedProcedure, personalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { confirmChatServer } from './confirm-chat-server.ts';
import { createServerInvite } from './create-server-invite.ts';
import { inChatServer } from './in-chat-server.ts';

const tags = ['Chat server'];
const refusals = {
  400: 'No bot, no chat server, or nobody who manages that server has confirmed it',
  403: 'Not a member of the guild, or no account of the chat platform linked',
  503: 'The chat platform did not say: `chatplatform_unavailable`',
};

export const chatRouter = router({
  inServer: authenticatedProcedure
    .meta({
      refusals,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/chatplatform/in-server',
        tags,
        summary: 'Whether the caller is in the chat server of the guild',
        description: 'Asked of the platform at each call. False only when the platform says so.',
      },
    })
    .input(ChatServerInput)
    .output(InChatServerView)
    .query(({ ctx, input }) => inChatServer(ctx.app, ctx.actor, input)),

  serverInvite: personalProcedure
    .meta({
      refusals: {
        ...refusals,
        400: `${refusals[400]}; or no channel of it for invites`,
        409: `Already in the chat server (\`already_in_chat_server\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/chatplatform/server-invite',
        tags,
        summary: 'An invite to the chat server of the guild, for the caller alone',
        description:
          'Good for one use within 15 minutes. Until it is used or runs out, the same one is answered again.',
      },
    })
    .input(ChatServerInput)
    .output(ServerInviteView)
    .query(({ ctx, input }) => createServerInvite(ctx.app, ctx.actor, input)),

  confirmServer: personalProcedure
    .meta({
      refusals: {
        400: 'No bot, or no chat server',
        403: 'Not somebody who manages both the guild and the chat server',
        409: `The settings name another chat server (\`chat_server_changed\`); ${ARCHIVED}`,
        503: refusals[503],
      },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/chatplatform/confirm-server',
        tags,
        summary: 'Confirm that the chat server in the settings is the guild’s',
        description:
          'The bot is in the servers of many guilds. Until somebody who manages the guild (canManageGuild) and the server (its owner, or a role that may manage it) confirms that they belong together, nobody is told or invited anything. A change of the server in the settings asks for it again.',
      },
    })
    .input(ConfirmChatServerInput)
    .output(ChatServerView)
    .mutation(({ ctx, input }) => confirmChatServer(ctx.app, ctx.actor, input)),
});
