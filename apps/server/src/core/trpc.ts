/** The procedure kinds. Every procedure states its requirement by the kind it is built from. */
import { initTRPC, TRPCError } from '@trpc/server';
import type { Response } from 'express';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Actor, Authentication } from './actor.ts';
import type { AppContext } from './context.ts';
import { AppError, asAppError, INTERNAL_MESSAGE, unauthenticated } from './errors.ts';
import { decodePathInput } from './rest-input.ts';

export type RequestContext = {
  app: AppContext;
  authentication: Authentication;
  requestId: string;
  surface: 'rest' | 'trpc';
  res: Response;
};

export type Meta = OpenApiMeta<{
  /** Success status of the REST route when it is not 200. */
  restStatus?: 201;
}>;

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const refusal = asAppError(error);
      return {
        ...shape,
        message: refusal?.message ?? INTERNAL_MESSAGE,
        data: {
          code: refusal?.code ?? ('INTERNAL_SERVER_ERROR' as const),
          httpStatus: refusal?.status ?? 500,
          reason: refusal?.reason,
          issues: refusal?.issues,
          requestId: ctx?.requestId ?? '',
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/** Outermost: names every failure, once, for both surfaces. `next()` never throws, so the result is looked at. */
const errorMapping = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  if (result.ok) return result;
  const refusal = asAppError(result.error);
  if (!refusal) {
    const err = result.error.cause ?? result.error;
    ctx.app.log.error({ err, path, requestId: ctx.requestId }, 'unexpected error');
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error('hidden') });
  }
  if (refusal.retryAfterSeconds !== undefined) ctx.res.setHeader('Retry-After', String(refusal.retryAfterSeconds));
  throw new TRPCError({ code: refusal.code, message: refusal.message, cause: refusal });
});

const restInput = t.middleware(async ({ ctx, next, getRawInput, meta }) => {
  if (ctx.surface !== 'rest' || !meta?.openapi?.path.includes('{')) return next();
  const input = decodePathInput(meta.openapi.path, await getRawInput());
  return next({ getRawInput: async () => input });
});

/** No identity is looked at. */
export const publicProcedure = t.procedure.use(errorMapping).use(restInput);

/** The caller may be signed in or not: `ctx.actor` is null when not. */
export const optionalProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: actorOf(ctx.authentication) } }),
);

/** Signed in, or 401. */
export const authenticatedProcedure = publicProcedure.use(({ ctx, next }) => {
  const actor = actorOf(ctx.authentication);
  if (!actor) throw unauthenticated();
  return next({ ctx: { ...ctx, actor } });
});

/** Platform administrators, or 403. */
export const adminProcedure = authenticatedProcedure.use(({ ctx, next }) => {
  if (!ctx.actor.isAdmin) throw new AppError('FORBIDDEN', 'admin_only', 'Only administrators may do this.');
  return next();
});

function actorOf(authentication: Authentication): Actor | null {
  if (authentication.kind === 'ambiguous') {
    throw new AppError('UNAUTHORIZED', 'ambiguous_credentials', 'The cookie and the bearer token are different sessions.');
  }
  return authentication.kind === 'actor' ? authentication.actor : null;
}
