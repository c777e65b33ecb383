import { ChatServerInput, InChatServerView, ServerInviteView } from '@guildhall/contracts/chat.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { createServerInvite, isInChatServer } from './join-chat-server.ts';

const rest = restRoutes('Chat server');
const refusals = {
  400: 'No bot, no chat server, or no person who manages that server vouches for it',
  403: 'Not a member of the guild, or no chat-platform account is linked',
  503: 'The chat platform does not respond (`chatplatform_unavailable`)',
};

export const chatRouter = router({
  inServer: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/chatplatform/in-server',
    summary: 'Whether the caller is in the chat server of the guild',
    description: 'Asks the platform on each call. False only if the platform says so.',
    refusals,
  })
    .input(ChatServerInput)
    .output(InChatServerView)
    .query(({ ctx, input }) => isInChatServer(ctx.app, ctx.actor, input)),

  serverInvite: rest(personalProcedure, {
    route: 'GET /organizations/{id}/chatplatform/server-invite',
    summary: 'Create a personal invite to the guild’s chat server',
    description: 'Works once within 15 minutes. Until it is used or expires, repeated calls return the same invite.',
    refusals: {
      ...refusals,
      400: `${refusals[400]}, or no invite channel is set`,
      409: `Already in the chat server (\`already_in_chat_server\`); ${ARCHIVED}`,
    },
  })
    .input(ChatServerInput)
    .output(ServerInviteView)
    .query(({ ctx, input }) => createServerInvite(ctx.app, ctx.actor, input)),
});
