import {
  BindChannelInput,
  BindingInput,
  ChangeBindingInput,
  CheckDiscordInput,
  DiscordBindingView,
  DiscordChannelsView,
  DiscordInput,
  DiscordView,
  InstallationView,
  InstallDiscordInput,
  RepostView,
} from '@guildhall/contracts/discord-posts.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { browserCookieOf, setBrowserCookie } from '../../identity/sessions/session-cookie.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { bindChannel, changeBinding, unbindChannel } from './bind-channel.ts';
import { checkDiscord, getDiscord, listChannels } from './discord.queries.ts';
import { startInstall } from './install.ts';
import { postTest, repostRemoved } from './post-test.ts';

const rest = restRoutes('Discord');
const NO_SERVER = 'No bot, no chat server, or no person who manages that server vouches for it';
const NO_ANSWER =
  'Discord does not respond (`chatplatform_unavailable`), or refuses the bot (`bot_removed`, `bot_lacks_permission`, `channel_not_found`)';

export const discordPostsRouter = router({
  get: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/discord',
    summary: 'Whether events reach Discord, and what to mend if they do not',
    description: 'Tells what Discord said last. Needs canManageGuild.',
  })
    .input(DiscordInput)
    .output(DiscordView)
    .query(({ ctx, input }) => getDiscord(ctx.app, ctx.actor, input)),

  check: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/discord/check',
    summary: 'Ask Discord now whether everything is mended',
    description: 'The service asks by itself once a day, and hourly where a permission is missing.',
    refusals: { 400: NO_SERVER, 503: NO_ANSWER },
  })
    .input(CheckDiscordInput)
    .output(DiscordView)
    .mutation(({ ctx, input }) => checkDiscord(ctx.app, ctx.actor, input)),

  install: rest(personalProcedure, {
    route: 'POST /organizations/{id}/discord/install',
    summary: 'Start connecting a Discord server',
    description:
      'Answers the address at Discord where the caller chooses a server that they manage and adds the bot to it. On the way back, in the same browser and within ten minutes, that server becomes the chat server of the organization, and the browser is led to its settings, with `connected=true` or `error` in the address. The bot is on the servers of many guilds: membership, invites, posts and roles concern only a server that was connected like this, while the person who did so manages it.',
    refusals: {
      400: 'This installation has no bot (`chatplatform_not_configured`)',
      403: 'The caller may not change the organization, or has linked no account (`chatplatform_not_linked`)',
      409: ARCHIVED,
    },
  })
    .input(InstallDiscordInput)
    .output(InstallationView)
    .mutation(async ({ ctx, input }) => {
      const cookie = browserCookieOf(ctx.res.req, ctx.app.config);
      const { url, browserToken } = await startInstall(ctx.app, ctx.actor, input, cookie);
      setBrowserCookie(ctx.res, ctx.app.config, browserToken);
      return { url };
    }),

  channels: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/discord/channels',
    summary: 'The text channels of the server, with the permissions that the bot lacks there',
    description:
      'For those who may change the organization. Asks Discord each time, so that new channels and permissions show, and is limited for that reason.',
    refusals: { 400: `${NO_SERVER}, or the bot is not in it (\`bot_removed\`)`, 503: NO_ANSWER },
  })
    .input(DiscordInput)
    .output(DiscordChannelsView)
    .query(({ ctx, input }) => listChannels(ctx.app, ctx.actor, input)),

  bind: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/discord/bindings',
    summary: 'Post events in a channel',
    description: 'Upcoming events are posted within a minute; each message follows its event from then on.',
    restStatus: 201,
    refusals: {
      400: `${NO_SERVER}, the channel is not there (\`channel_not_found\`), or the bot may not post in it (\`bot_lacks_permission\`)`,
      409: `The channel is bound already (\`channel_bound\`), ten are bound (\`too_many_bindings\`), or all members of the server would see the names of an organization for members (\`channel_is_public\`); ${ARCHIVED}`,
      503: NO_ANSWER,
    },
  })
    .input(BindChannelInput)
    .output(DiscordBindingView)
    .mutation(({ ctx, input }) => bindChannel(ctx.app, ctx.actor, input)),

  changeBinding: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/discord/bindings/{bindingId}',
    summary: 'Change what is posted in a channel',
    description: 'Omitted fields stay as they are. Existing posts stay, even of events that no longer match.',
    refusals: { 400: NO_SERVER, 409: `As for binding (\`channel_is_public\`); ${ARCHIVED}`, 503: NO_ANSWER },
  })
    .input(ChangeBindingInput)
    .output(DiscordBindingView)
    .mutation(({ ctx, input }) => changeBinding(ctx.app, ctx.actor, input)),

  unbind: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/discord/bindings/{bindingId}',
    summary: 'Stop posting in a channel',
    description: 'Messages of coming events are deleted; those of past events stay.',
    refusals: { 409: ARCHIVED },
  })
    .input(BindingInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(unbindChannel(ctx.app, ctx.actor, input))),

  test: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/discord/bindings/{bindingId}/test',
    summary: 'Post a test message with a button',
    description:
      'For those who may change the organization. Pressing the button shows whether Discord’s messages reach this service. 503 when Discord does not take the message; the reason says whether the bot lacks a permission (`bot_lacks_permission`), is gone (`bot_removed`), or the channel is (`channel_not_found`).',
    refusals: { 400: NO_SERVER, 409: ARCHIVED, 503: NO_ANSWER },
  })
    .input(BindingInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(postTest(ctx.app, ctx.actor, input))),

  repost: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/discord/bindings/{bindingId}/repost',
    summary: 'Post events anew whose messages were removed',
    description:
      'For those who may change the organization. Concerns published events whose message was removed or refused by Discord; the answer counts them, and the messages follow within seconds.',
    refusals: { 409: ARCHIVED },
  })
    .input(BindingInput)
    .output(RepostView)
    .mutation(({ ctx, input }) => repostRemoved(ctx.app, ctx.actor, input)),
});
