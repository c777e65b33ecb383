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
  400: 'No bot, no chat server, or no manager of that server has confirmed it',
  403: 'Not a member of the guild, or no chat-platform account is linked',
  503: 'The chat platform does not respond (`chatplatform_unavailable`)',
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
        description: 'Asks the platform on each call. False only if the platform says so.',
      },
    })
    .input(ChatServerInput)
    .output(InChatServerView)
    .query(({ ctx, input }) => inChatServer(ctx.app, ctx.actor, input)),

  serverInvite: personalProcedure
    .meta({
      refusals: {
        ...refusals,
        400: `${refusals[400]}, or no invite channel is set`,
        409: `Already in the chat server (\`already_in_chat_server\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/chatplatform/server-invite',
        tags,
        summary: 'Create a personal invite to the guild’s chat server',
        description:
          'Works once within 15 minutes. Until it is used or expires, repeated calls return the same invite.',
      },
    })
    .input(ChatServerInput)
    .output(ServerInviteView)
    .query(({ ctx, input }) => createServerInvite(ctx.app, ctx.actor, input)),

  confirmServer: personalProcedure
    .meta({
      refusals: {
        400: 'No bot, or no chat server',
        403: 'The caller does not manage both the guild and the chat server',
        409: `The settings name another chat server (\`chat_server_changed\`); ${ARCHIVED}`,
        503: refusals[503],
      },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/chatplatform/confirm-server',
        tags,
        summary: 'Confirm that the chat server in the settings is the guild’s',
        description:
          'The bot is on the servers of many guilds. Membership checks and invites work only after somebody who manages both the guild (canManageGuild) and the server (as its owner or through a role) has confirmed that they belong together. Changing the server in the settings requires a new confirmation.',
      },
    })
    .input(ConfirmChatServerInput)
    .output(ChatServerView)
    .mutation(({ ctx, input }) => confirmChatServer(ctx.app, ctx.actor, input)),
});
