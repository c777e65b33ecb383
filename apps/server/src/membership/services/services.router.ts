import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import {
  AgreeInput,
  ConsentsView,
  ConsentView,
  CreateServiceInput,
  CreateServiceTokenInput,
  RevokeServiceTokenInput,
  ServiceInput,
  ServiceSecretView,
  ServicesInput,
  ServicesView,
  ServiceView,
  UpdateServiceInput,
  WithdrawConsentInput,
} from '@guildhall/contracts/service.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { agreeToActing, listConsents, withdrawConsent } from './consents.ts';
import {
  createService,
  createServiceToken,
  deleteService,
  revokeServiceToken,
  updateService,
} from './manage-services.ts';
import { listServices } from './services.queries.ts';

const rest = restRoutes('Services');
const PATH = '/organizations/{id}/services';
const ONE = `${PATH}/{serviceId}` as const;
const TAKEN = `The name is taken (\`service_name_taken\`); ${ARCHIVED}`;

export const servicesRouter = router({
  list: rest(authenticatedProcedure, {
    route: `GET ${PATH}`,
    summary: 'The services of an organization',
    description: 'Needs canManageGuild. Tokens are never shown again.',
  })
    .input(ServicesInput)
    .output(ServicesView)
    .query(({ ctx, input }) => listServices(ctx.app, ctx.actor, input.id)),

  create: rest(personalProcedure, {
    route: `POST ${PATH}`,
    summary: 'Add a service',
    description:
      'Needs canManageGuild as a member. A service is a program of this organization alone. By itself it reads what every member may read, and what its permissions add. For members who agreed it does what `actScopes` name, with the header `Guildhall-Act-For: user:<id>` or `discord:<id>`. It is never an administrator.',
    restStatus: 201,
    refusals: { 409: `Twenty services exist (\`too_many_services\`), or ${TAKEN}` },
  })
    .input(CreateServiceInput)
    .output(ServiceView)
    .mutation(({ ctx, input }) => createService(ctx.app, ctx.actor, input)),

  update: rest(personalProcedure, {
    route: `PATCH ${ONE}`,
    summary: 'Change a service',
    description: 'Needs canManageGuild. Members have not agreed to more by this: they agree anew. Omitted fields stay.',
    refusals: { 409: TAKEN },
  })
    .input(UpdateServiceInput)
    .output(ServiceView)
    .mutation(({ ctx, input }) => updateService(ctx.app, ctx.actor, input)),

  delete: rest(personalProcedure, {
    route: `DELETE ${ONE}`,
    summary: 'Delete a service',
    description: 'Needs canManageGuild. Its tokens and what members agreed to go with it.',
    refusals: { 409: ARCHIVED },
  })
    .input(ServiceInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteService(ctx.app, ctx.actor, input))),

  createToken: rest(personalProcedure, {
    route: `POST ${ONE}/tokens`,
    summary: 'Create a token of a service',
    description:
      'Needs canManageGuild as a member. The token works as long as the caller keeps that right. The answer is the only one with the token. With two at a time, one can be replaced while the other works.',
    restStatus: 201,
    refusals: { 409: `It has two tokens (\`too_many_service_tokens\`); ${ARCHIVED}` },
  })
    .input(CreateServiceTokenInput)
    .output(ServiceSecretView)
    .mutation(({ ctx, input }) => createServiceToken(ctx.app, ctx.actor, input)),

  revokeToken: rest(personalProcedure, {
    route: `DELETE ${ONE}/tokens/{tokenId}`,
    summary: 'Revoke a token of a service',
    description: 'Needs canManageGuild.',
    refusals: { 409: ARCHIVED },
  })
    .input(RevokeServiceTokenInput)
    .output(ServiceView)
    .mutation(({ ctx, input }) => revokeServiceToken(ctx.app, ctx.actor, input)),

  consents: rest(authenticatedProcedure, {
    route: 'GET /auth/me/consents',
    summary: 'Services that may act for the caller, or ask to',
    description: 'Those of all organizations of the caller.',
  })
    .input(NoInput)
    .output(ConsentsView)
    .query(({ ctx }) => listConsents(ctx.app, ctx.actor)),

  agree: rest(personalProcedure, {
    route: 'PUT /auth/me/consents/{serviceId}',
    summary: 'Let a service act for the caller',
    description: 'Replaces what the caller agreed to before. Ends with the membership.',
    refusals: { 404: 'No organization of the caller has such a service (`service_not_found`)' },
  })
    .input(AgreeInput)
    .output(ConsentView)
    .mutation(({ ctx, input }) => agreeToActing(ctx.app, ctx.actor, input)),

  withdraw: rest(personalProcedure, {
    route: 'DELETE /auth/me/consents/{serviceId}',
    summary: 'No longer let a service act for the caller',
    description:
      'Holds from the service’s next request on. Its past actions stay. Withdrawing what was never agreed to changes nothing.',
  })
    .input(WithdrawConsentInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(withdrawConsent(ctx.app, ctx.actor, input.serviceId))),
});
