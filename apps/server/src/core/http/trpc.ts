/** The procedure kinds. Every procedure states its requirement by the kind it is built from. */
import { initTRPC, TRPCError } from '@trpc/server';
import type { Response } from 'express';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Actor, Authentication } from '../actor.ts';
import { AppError, asAppError, type RefusedCredentials, unauthenticated } from '../errors.ts';
import { refuseOtherLanguages } from '../languages.ts';
import type { Logger } from '../logger.ts';
import type { AppContext } from '../services/context.ts';
import type { LimitName } from '../services/rate-limit.ts';
import { clientNetwork } from './client-address.ts';
import { logFailure, showLimit, showRefusal, trpcError } from './error-response.ts';
import { decodePathInput, refuseDeepInput } from './rest-input.ts';

export type RequestContext = {
  app: AppContext;
  /** Who calls: looked up at most once a request, and only for a procedure that wants to know. */
  authenticate(): Promise<Authentication>;
  requestId: string;
  surface: 'rest' | 'trpc';
  res: Response;
};

export type Meta = OpenApiMeta<{
  /** Success status of the REST route when it is not 200. */
  restStatus?: 201;
  /** Where what was made is read, `{name}` standing for a field of the answer, `.` for this address: the `Location`. */
  location?: string;
  /** Whether it heeds `Idempotency-Key`; see `people/created-by-key.ts`. */
  repeatable?: boolean;
  /** Inputs that REST takes from the query although the method has a body. */
  fromQuery?: string[];
  /** Inputs that REST takes from the body although the method is DELETE. */
  fromBody?: string[];
  /** Whom the kind of the procedure refuses with 403, for the API document. */
  forbidden?: string;
  /** Refusals beyond those of every route, for the API document. */
  refusals?: Record<number, string>;
  /** A status that comes with the same body (304: with none), and what it means; see `answerStatus`, `publicAnswer`. */
  otherStatus?: Record<number, string>;
  /** Media types beside JSON that a route of its own answers with when `Accept` prefers them, each with an example. */
  otherMedia?: Record<string, string>;
}>;

/** Lets the REST route answer this status; tRPC keeps 200, which is all that its clients take for an answer. */
export function answerStatus(res: Response, status: number): void {
  res.locals.restStatus = status;
}

const requestIds = new WeakMap<Error, string>();

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      return { ...shape, ...trpcError(asAppError(error), ctx?.requestId ?? requestIds.get(error) ?? '') };
    },
  });

export const router = t.router;

type Failure = { error: TRPCError; path: string | undefined; requestId: string };

/** Both surfaces report every error here: a fault of ours is logged, whether it arose in a procedure or before. */
export function noteError(log: Logger, { error, path, requestId }: Failure): void {
  requestIds.set(error, requestId);
  logFailure(log, error.cause ?? error, { path, requestId });
}

type Call = { ctx: RequestContext; type: 'query' | 'mutation' | 'subscription' };

/**
 * One middleware a kind: each one more copies everything that tRPC knows of a call, which costs more than our work in
 * it. `admit` says who may pass and what the procedure learns of them; what it throws is a refusal, and `forbidden` says
 * it to readers of the API document.
 */
function procedureFor<Known extends object>(admit: (call: Call) => Promise<Known> | Known, forbidden?: string) {
  return t.procedure.meta(forbidden ? { forbidden } : {}).use(async ({ ctx, type, path, meta, next, getRawInput }) => {
    ctx.res.locals.procedure = path;
    const admitted = async () => {
      const raw = await getRawInput();
      refuseDeepInput(raw);
      refuseOtherLanguages(ctx.app.config, raw);
      const input = ctx.surface === 'rest' && meta?.openapi ? decodePathInput(meta.openapi.path, raw) : raw;
      return { ctx: await admit({ ctx, type }), getRawInput: async () => input };
    };
    // Its types know of one or the other; it takes both.
    const override: { ctx: Known } = await admitted().catch((error: unknown) => {
      throw named(ctx, error);
    });
    const result = await next(override);
    // `next()` never throws, so the result is looked at.
    if (!result.ok) throw named(ctx, result.error);
    return result;
  });
}

/** Every refusal in the words of both surfaces; anything else as it is. */
function named({ res }: RequestContext, thrown: unknown): unknown {
  const refusal = asAppError(thrown);
  if (!refusal) return thrown;
  const { code, message } = refusal;
  showRefusal(res, refusal);
  return new TRPCError({ code, message, cause: refusal });
}

export async function countCall(
  { app, res }: Pick<RequestContext, 'app' | 'res'>,
  name: LimitName,
  key: string,
): Promise<void> {
  showLimit(res, await app.limits.take(name, key));
}

/** Each change counts; the questions of a batch come in one request and count as one. */
function countOnce({ ctx, type }: Call, name: LimitName, key: string): Promise<void> {
  if (type !== 'query') return countCall(ctx, name, key);
  ctx.res.locals.countedQueries ??= countCall(ctx, name, key);
  return ctx.res.locals.countedQueries;
}

/** What costs next to nothing has a limit, too, so high that it bounds a flood and nobody else. */
export async function countOpen({ limits }: AppContext, res: Response): Promise<void> {
  await limits.take('open', clientNetwork(res.req.ip));
}

/** No identity is looked at, and the database is not asked to count: for what must answer whatever else happens. */
export const openProcedure = procedureFor(async ({ ctx }) => {
  await countOpen(ctx.app, ctx.res);
  return {};
});

/** No identity is looked at. */
export const publicProcedure = procedureFor(async (call) => {
  await countOnce(call, 'anonymous', clientNetwork(call.ctx.res.req.ip));
  return {};
});

const anybody = async (call: Call) => {
  const { ctx, type } = call;
  const authentication = await ctx.authenticate();
  const actor = actorOf(authentication);
  if (actor) await countOnce(call, 'session', actor.sessionId);
  else await countOnce(call, 'anonymous', clientNetwork(ctx.res.req.ip));
  if (actor && type === 'mutation') refuseReadOnly(actor);
  return { actor, refused: refusedOf(authentication) };
};

const signedIn = async (call: Call) => {
  const { actor, refused } = await anybody(call);
  if (!actor) throw unauthenticated(refused);
  return { actor };
};

const inPerson = async (call: Call) => {
  const { actor } = await signedIn(call);
  refuseBot(actor);
  return { actor };
};

/** The caller may be signed in or not: `ctx.actor` is null when not. */
export const optionalProcedure = procedureFor(async (call) => ({ actor: (await anybody(call)).actor }));

/** Signed in, or 401. */
export const authenticatedProcedure = procedureFor(signedIn);

/** The person, not a bot or tool of theirs: a token must not raise its own rights. */
export const personalProcedure = procedureFor(
  inPerson,
  'Without the right to do this, or with the token of a bot or tool (`token_not_allowed`)',
);

/** A person who signed in within the last day: for what is hard to undo. */
export const freshProcedure = procedureFor(async (call) => {
  const { actor } = await inPerson(call);
  refuseStale(actor);
  return { actor };
}, 'Without the right to do this, with a sign-in older than a day (`session_not_fresh`), or with the token of a bot or tool (`token_not_allowed`)');

const administrator = async (call: Call) => {
  const { actor } = await inPerson(call);
  if (!actor.isAdmin) throw new AppError('FORBIDDEN', 'admin_only', 'Only administrators of this service can do this.');
  return { actor };
};

/** Platform administrators in person, or 403. */
export const adminProcedure = procedureFor(
  administrator,
  'Not an administrator (`admin_only`), or with the token of a bot or tool (`token_not_allowed`)',
);

/** Administrators who signed in within the last day: for who is one. */
export const freshAdminProcedure = procedureFor(async (call) => {
  const { actor } = await administrator(call);
  refuseStale(actor);
  return { actor };
}, 'Not an administrator (`admin_only`), with a sign-in older than a day (`session_not_fresh`), or with the token of a bot or tool (`token_not_allowed`)');

const FRESH_MS = 24 * 3600_000;

export function refuseReadOnly(actor: Actor): void {
  if (actor.botScope === 'read')
    throw new AppError(
      'FORBIDDEN',
      'read_only_token',
      'This token has the scope `read`. Use a token with the scope `write` to change anything.',
    );
}

export function refuseBot(actor: Actor): void {
  if (actor.botScope)
    throw new AppError(
      'FORBIDDEN',
      'token_not_allowed',
      'Tokens for bots and tools cannot do this. Sign in and do it yourself.',
    );
}

export const isStale = (actor: Actor) => Date.now() - actor.signedInAt.getTime() > FRESH_MS;

function refuseStale(actor: Actor): void {
  if (isStale(actor)) {
    throw new AppError('FORBIDDEN', 'session_not_fresh', 'Sign in again first: your sign-in is older than a day.');
  }
}

/** Why the credentials of nobody were refused, if there were any. */
export const refusedOf = (authentication: Authentication): RefusedCredentials | undefined =>
  authentication.kind === 'anonymous' ? authentication.refused : undefined;

/** Null for nobody; throws when two credentials contradict each other. */
export function actorOf(authentication: Authentication): Actor | null {
  if (authentication.kind === 'ambiguous') {
    throw new AppError(
      'UNAUTHORIZED',
      'ambiguous_credentials',
      'The cookie and the bearer token belong to different sessions. Send only one of them.',
    );
  }
  return authentication.kind === 'actor' ? authentication.actor : null;
}
