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
import { authenticatedProcedure, done, personalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { createWebhook, deleteWebhook, enableWebhook, rotateSecret, updateWebhook } from './manage-webhooks.ts';
import { pingWebhook, retryDeliveries, retryDelivery } from './retry-deliveries.ts';
import { listDeliveries, listWebhooks } from './webhooks.queries.ts';

const rest = restRoutes('Webhooks');
const refusals = { 409: ARCHIVED };
const PATH = '/organizations/{id}/webhooks';
const ONE = `${PATH}/{webhookId}` as const;
const notActive = { 409: `Nothing is sent to it now (\`webhook_not_active\`); ${ARCHIVED}` };

export const webhooksRouter = router({
  list: authenticatedProcedure
    .meta({
      openapi: rest.get(
        PATH,
        'The webhooks of an organization',
        'Needs canManageGuild. Addresses and secrets are never shown again.',
      ),
    })
    .input(z.object({ id: OrganizationRef }))
    .output(WebhooksView)
    .query(({ ctx, input }) => listWebhooks(ctx.app, ctx.actor, input.id)),

  create: personalProcedure
    .meta({
      restStatus: 201,
      refusals: {
        400: 'The address is never called (`webhook_address_refused`)',
        409: `Ten webhooks exist (\`too_many_webhooks\`); ${ARCHIVED}`,
      },
      openapi: rest.post(
        PATH,
        'Add a webhook',
        'Needs canManageGuild as a member. It is told of what changes from now on, with what its permissions let it see, as long as the caller keeps the right to manage the organization. The answer is the only one with the secret. Messages, signatures and attempts are described in docs/webhooks.md and in `/api/v1/asyncapi.json`.',
      ),
    })
    .input(CreateWebhookInput)
    .output(WebhookSecretView)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.actor, input)),

  update: personalProcedure
    .meta({
      refusals: { 400: 'The address is never called (`webhook_address_refused`)', 409: ARCHIVED },
      openapi: rest.patch(
        ONE,
        'Change a webhook',
        'Needs canManageGuild as a member. With an address, the caller takes the webhook over, which ends its suspension. Omitted fields stay.',
      ),
    })
    .input(UpdateWebhookInput)
    .output(WebhookView)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.actor, input)),

  delete: personalProcedure
    .meta({
      refusals,
      openapi: rest.delete(ONE, 'Delete a webhook', 'Needs canManageGuild. Waiting messages are not sent.'),
    })
    .input(WebhookInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(deleteWebhook(ctx.app, ctx.actor, input))),

  rotate: personalProcedure
    .meta({
      refusals: { 409: `The kind \`discord\` has no secret (\`webhook_without_secret\`); ${ARCHIVED}` },
      openapi: rest.post(
        `${ONE}/rotate`,
        'Replace the secret of a webhook',
        'Needs canManageGuild. For 24 hours messages are signed with both secrets.',
      ),
    })
    .input(WebhookInput)
    .output(WebhookSecretView)
    .mutation(({ ctx, input }) => rotateSecret(ctx.app, ctx.actor, input)),

  enable: personalProcedure
    .meta({
      refusals: {
        409: `The person who set the address lost the right (\`webhook_suspended\`): set it again; ${ARCHIVED}`,
      },
      openapi: rest.post(
        `${ONE}/enable`,
        'Switch a webhook on again',
        'Needs canManageGuild. Sends what waits, and one `feed.gap` for what changed while it was switched off.',
      ),
    })
    .input(WebhookInput)
    .output(WebhookView)
    .mutation(({ ctx, input }) => enableWebhook(ctx.app, ctx.actor, input)),

  ping: personalProcedure
    .meta({
      refusals: notActive,
      openapi: rest.post(
        `${ONE}/ping`,
        'Send a test message',
        'Needs canManageGuild. The list of deliveries shows a moment later how it went.',
      ),
    })
    .input(WebhookInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(pingWebhook(ctx.app, ctx.actor, input))),

  deliveries: authenticatedProcedure
    .meta({
      openapi: rest.get(
        `${ONE}/deliveries`,
        'The messages sent to a webhook, newest first',
        'Needs canManageGuild. Kept for 14 days, without bodies.',
      ),
    })
    .input(WebhookDeliveriesInput)
    .output(WebhookDeliveriesView)
    .query(({ ctx, input }) => listDeliveries(ctx.app, ctx.actor, input)),

  retryOne: personalProcedure
    .meta({
      refusals: notActive,
      openapi: rest.post(
        `${ONE}/deliveries/{deliveryId}/retry`,
        'Send one message again, now',
        'Needs canManageGuild. It keeps its id and tells what is true now.',
      ),
    })
    .input(RetryDeliveryInput)
    .output(Done)
    .mutation(({ ctx, input }) => done(retryDelivery(ctx.app, ctx.actor, input))),

  retrySince: personalProcedure
    .meta({
      refusals: notActive,
      openapi: rest.post(`${ONE}/retry`, 'Send failed messages since a time again', 'Needs canManageGuild.'),
    })
    .input(RetryDeliveriesInput)
    .output(RetriedView)
    .mutation(({ ctx, input }) => retryDeliveries(ctx.app, ctx.actor, input)),
});
