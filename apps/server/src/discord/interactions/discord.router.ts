import { DiscordWishesView } from '@guildhall/contracts/discord.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { listWishes } from './answer-event.ts';

const rest = restRoutes('Chat server');

export const discordRouter = router({
  wishes: rest(authenticatedProcedure, {
    route: 'GET /auth/me/discord-wishes',
    summary: 'The answers that the caller tried to give on Discord before their account was linked',
    description:
      'A button that an unknown person presses leads to linking and is remembered for an hour. The service signs up no member unasked: sign up with `PUT /events/{id}/signup`.',
  })
    .input(NoInput)
    .output(DiscordWishesView)
    .query(({ ctx }) => listWishes(ctx.app, ctx.actor)),
});
