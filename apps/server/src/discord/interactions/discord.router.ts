import { DiscordWishesView } from '@guildhall/contracts/discord.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { listWishes } from './link-intents.ts';

const rest = restRoutes('Chat server');

export const discordRouter = router({
  wishes: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/auth/me/discord-wishes',
        'The answers that the caller tried to give on Discord before their account was linked',
        'A button that somebody unknown presses leads to linking and is remembered for an hour. Nobody is signed up unasked: sign up with `PUT /events/{id}/signup`.',
      ),
    })
    .input(NoInput)
    .output(DiscordWishesView)
    .query(({ ctx }) => listWishes(ctx.app, ctx.actor)),
});
