import { Done, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import {
  CreateWebhookInput,
  RetriedView,
  RetryDeliveriesInput,
  RetryDeliveryInput,
  UpdateWebhookInput,
  WebhookDeliveriesInput,
  WebhookDeliveriesView,
  WebhookInput,
  WebhookSecretView,
  WebhooksView,
  WebhookView,
} from '@guildhall/contracts/webhook.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../membership/rights/archived-refusal.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  pingWebhook,
  retryDeliveries,
  retryDelivery,
  rotateSecret,
  updateWebhook,
} from './manage-webhooks.ts';
import { listDeliveries, listWebhooks } from './webhooks.queries.ts';

const rest = restRoutes('Webhooks');
const refusals = { 409: ARCHIVED };
const PATH = '/organizations/{id}/webhooks';
const ONE = `${PATH}/{webhookId}` as const;
const notActive = { 409: `Nothing is sent to it now (\`webhook_not_active\`); ${ARCHIVED}` };

export const webhooksRouter = router({
  list: rest(authenticatedProcedure, {
    route: `GET ${PATH}`,
    summary: 'The webhooks of an organization',
    description: 'Needs canManageGuild. Addresses and secrets are never shown again.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(WebhooksView)
    .query(({ ctx, input }) => listWebhooks(ctx.app, ctx.actor, input.id)),

  create: rest(personalProcedure, {
    route: `POST ${PATH}`,
    summary: 'Add a webhook',
    description:
      'Needs canManageGuild as a member. It is told of what changes from now on, with what its permissions let it see, as long as the caller keeps the right to manage the organization. The answer is the only one with the secret. Messages, signatures and attempts are described in docs/webhooks.md and in `/api/v1/asyncapi.json`.',
    restStatus: 201,
    refusals: {
      400: 'The address is never called (`webhook_address_refused`)',
      409: `Ten webhooks exist (\`too_many_webhooks\`); ${ARCHIVED}`,
    },
  })
    .input(CreateWebhookInput)
    .output(WebhookSecretView)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.actor, input)),

  update: rest(personalProcedure, {
    route: `PATCH ${ONE}`,
    summary: 'Change a webhook',
    description:
      'Needs canManageGuild as a member. With an address, the caller takes the webhook over, which ends its suspension. Omitted fields stay.',
    refusals: { 400: 'The address is never called (`webhook_address_refused`)', 409: ARCHIVED },
  })
    .input(UpdateWebhookInput)
    .output(WebhookView)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.actor, input)),

  delete: rest(personalProcedure, {
    route: `DELETE ${ONE}`,
    summary: 'Delete a webhook',
    description: 'Needs canManageGuild. Waiting messages are not sent.',
    refusals,
  })
    .input(WebhookInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteWebhook(ctx.app, ctx.actor, input))),

  rotate: rest(personalProcedure, {
    route: `POST ${ONE}/rotate`,
    summary: 'Replace the secret of a webhook',
    description: 'Needs canManageGuild. For 24 hours messages are signed with both secrets.',
    refusals: { 409: `The kind \`discord\` has no secret (\`webhook_without_secret\`); ${ARCHIVED}` },
  })
    .input(WebhookInput)
    .output(WebhookSecretView)
    .mutation(({ ctx, input }) => rotateSecret(ctx.app, ctx.actor, input)),

  enable: rest(personalProcedure, {
    route: `POST ${ONE}/enable`,
    summary: 'Switch a webhook on again',
    description:
      'Needs canManageGuild. Sends what waits, and one `feed.gap` for what changed while it was switched off.',
    refusals: {
      409: `The person who set the address lost the right (\`webhook_suspended\`): set it again; ${ARCHIVED}`,
    },
  })
    .input(WebhookInput)
    .output(WebhookView)
    .mutation(({ ctx, input }) => enableWebhook(ctx.app, ctx.actor, input)),

  ping: rest(personalProcedure, {
    route: `POST ${ONE}/ping`,
    summary: 'Send a test message',
    description: 'Needs canManageGuild. The list of deliveries shows a moment later how it went.',
    refusals: {
      409: `One is still being sent (\`webhook_ping_pending\`), or nothing is sent to it now (\`webhook_not_active\`); ${ARCHIVED}`,
    },
  })
    .input(WebhookInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(pingWebhook(ctx.app, ctx.actor, input))),

  deliveries: rest(authenticatedProcedure, {
    route: `GET ${ONE}/deliveries`,
    summary: 'The messages sent to a webhook, newest first',
    description: 'Needs canManageGuild. Kept for 14 days, without bodies.',
  })
    .input(WebhookDeliveriesInput)
    .output(WebhookDeliveriesView)
    .query(({ ctx, input }) => listDeliveries(ctx.app, ctx.actor, input)),

  retryOne: rest(personalProcedure, {
    route: `POST ${ONE}/deliveries/{deliveryId}/retry`,
    summary: 'Send one message again, now',
    description: 'Needs canManageGuild. It keeps its id and tells what is true now.',
    refusals: notActive,
  })
    .input(RetryDeliveryInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(retryDelivery(ctx.app, ctx.actor, input))),

  retrySince: rest(personalProcedure, {
    route: `POST ${ONE}/retry`,
    summary: 'Send failed messages since a time again',
    description: 'Needs canManageGuild.',
    refusals: notActive,
  })
    .input(RetryDeliveriesInput)
    .output(RetriedView)
    .mutation(({ ctx, input }) => retryDeliveries(ctx.app, ctx.actor, input)),
});
