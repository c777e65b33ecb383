/** The kinds of procedures. Each procedure declares its access rule through the kind it is built from. */
import type { ActScope } from '@guildhall/contracts/service.ts';
import { initTRPC, TRPCError } from '@trpc/server';
import type { Response } from 'express';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { type Actor, type Authentication, type CallingService, limitKeyOf } from '../actor.ts';
import { AppError, asAppError, forbidden, missingBody, type RefusedCredentials, unauthenticated } from '../errors.ts';
import { refuseOtherLanguages } from '../languages.ts';
import type { Logger } from '../logger.ts';
import type { AppContext } from '../services/context.ts';
import type { LimitName } from '../services/rate-limit.ts';
import { clientNetwork } from './client-address.ts';
import { refuseDeepInput } from './deep-input.ts';
import { logFailure, showInvalidToken, showLimit, showRefusal, trpcError } from './error-response.ts';

export type RequestContext = {
  app: AppContext;
  /** Identifies the caller: at most once per request, and only for a procedure that needs it. */
  authenticate(): Promise<Authentication>;
  requestId: string;
  /** Whether the route takes a body and the request has none. */
  lacksBody?: boolean | undefined;
  surface: 'rest' | 'trpc';
  res: Response;
};

export type Meta = OpenApiMeta<{
  /** Success status of the REST route when it is not 200. */
  restStatus?: 201 | 202;
  /** The `Location` of what was created: `{name}` stands for a field of the answer, `.` for this address. */
  location?: string;
  /** Whether services may call it for themselves; only queries. */
  services?: boolean;
  /** A member has to agree to this before services call it for them. */
  actFor?: ActScope;
  /** Whether it honours `Idempotency-Key`; see `repeated-requests.ts`. */
  repeatable?: boolean;
  /** Inputs that REST takes from the query although the method has a body. */
  fromQuery?: string[];
  /** Inputs that REST takes from the body although the method is DELETE. */
  fromBody?: string[];
  /** Whether this kind of procedure refuses callers who are not signed in. */
  signedIn?: boolean;
  /** Whether this kind of procedure identifies a caller who need not be signed in. */
  identifies?: boolean;
  /** The callers whom this kind of procedure refuses with 403, for the API document. */
  forbidden?: string;
  /** Refusals beyond those of every route, for the API document. */
  refusals?: Record<number, string>;
  /** Another status with the same body (304: without one) and its meaning; see `answerStatus`, `publicAnswer`. */
  otherStatus?: Record<number, string>;
  /** Media types besides JSON that a separate route answers with when `Accept` prefers them, each with an example. */
  otherMedia?: Record<string, string>;
}>;

/** The answer `Done`, once the work is done. */
export async function answerDone(work: Promise<unknown>) {
  await work;
  return { status: true as const };
}

/** Sets the status of the REST answer; tRPC keeps 200, the only one its clients accept as success. */
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

/** Both surfaces report every error here; it logs internal errors, from procedures and from before. */
export function logProcedureError(log: Logger, { error, path, requestId }: Failure): void {
  requestIds.set(error, requestId);
  logFailure(log, error.cause ?? error, { path, requestId });
}

type Call = { ctx: RequestContext; type: 'query' | 'mutation' | 'subscription'; meta: Meta | undefined };

/**
 * Uses a single middleware per kind: each additional one copies everything tRPC knows of a call, which costs more than
 * our own work in it. `admit` decides who may pass and what the procedure learns about them; its errors are refusals,
 * which `kind` describes in the API document.
 */
function procedureFor<Known extends object>(admit: (call: Call) => Promise<Known> | Known, kind: Meta = {}) {
  return t.procedure.meta(kind).use(async ({ ctx, type, path, meta, next, getRawInput }) => {
    ctx.res.locals.procedure = path;
    const admitted = async () => {
      const raw = await getRawInput();
      refuseDeepInput(raw);
      refuseOtherLanguages(ctx.app.config, raw);
      const admission = await admit({ ctx, type, meta });
      if (ctx.lacksBody) throw missingBody();
      return admission;
    };
    const known = await admitted().catch((error: unknown) => {
      throw named(ctx, error);
    });
    const result = await next({ ctx: known });
    // `next()` never throws; its result says whether it failed.
    if (!result.ok) throw named(ctx, result.error);
    return result;
  });
}

/** Translates every refusal for both surfaces; passes anything else through. */
function named({ res }: RequestContext, thrown: unknown): unknown {
  const refusal = asAppError(thrown);
  if (!refusal) return thrown;
  const { code, message } = refusal;
  showRefusal(res, refusal);
  return new TRPCError({ code, message, cause: refusal });
}

export async function countCall({ app, res }: Pick<RequestContext, 'app' | 'res'>, name: LimitName, key: string) {
  showLimit(res, await app.limits.take(name, key));
}

/** Each change counts; the queries of one batch request count as one. */
function countOnce({ ctx, type }: Call, name: LimitName, key: string): Promise<void> {
  if (type !== 'query') return countCall(ctx, name, key);
  ctx.res.locals.countedQueries ??= countCall(ctx, name, key);
  return ctx.res.locals.countedQueries;
}

/** Even calls that cost next to nothing are limited, so generously that only a flood is affected. */
export async function countOpen({ limits }: AppContext, res: Response): Promise<void> {
  await limits.take('open', clientNetwork(res.req.ip));
}

/** Skips identity and counting in the database, for what must answer under all circumstances. */
export const openProcedure = procedureFor(async ({ ctx }) => {
  await countOpen(ctx.app, ctx.res);
  return {};
});

/** Skips identity. */
export const publicProcedure = procedureFor(async (call) => {
  await countOnce(call, 'anonymous', clientNetwork(call.ctx.res.req.ip));
  return {};
});

const anyCaller = async (call: Call) => {
  const { ctx, type } = call;
  const authentication = await ctx.authenticate();
  const actor = authentication.kind === 'service' ? authentication.actor : actorOf(authentication);
  if (actor?.service) refuseService(actor.service, call);
  if (actor) await countOnce(call, 'person', limitKeyOf(actor));
  else await countOnce(call, 'anonymous', clientNetwork(ctx.res.req.ip));
  if (actor && type === 'mutation') refuseReadOnly(actor);
  const refused = refusedCredentialsOf(authentication);
  // A route without a caller answers all the same, so a program would take a part for the whole.
  if (refused) showInvalidToken(ctx.res);
  return { actor, refused };
};

const signedIn = async (call: Call) => {
  const { actor, refused } = await anyCaller(call);
  if (!actor) throw unauthenticated(refused);
  return { actor };
};

const inPerson = async (call: Call) => {
  const { actor } = await signedIn(call);
  refuseBot(actor);
  return { actor };
};

/** The caller may be signed in; otherwise `ctx.actor` is null. */
export const optionalProcedure = procedureFor(async (call) => ({ actor: (await anyCaller(call)).actor }), {
  identifies: true,
});

/** Signed in, or 401. */
export const authenticatedProcedure = procedureFor(signedIn, { signedIn: true });

/** The person, not one of their bots or tools: a token must not extend its own rights. */
export const personalProcedure = procedureFor(inPerson, {
  signedIn: true,
  forbidden: 'Missing permission, or a bot or tool token (`token_not_allowed`)',
});

/** For actions that are hard to undo: the sign-in must be of the last day. */
const recently = (admit: typeof inPerson) => async (call: Call) => {
  const { actor } = await admit(call);
  if (isSignInStale(actor)) {
    throw forbidden('Sign in again first: your sign-in is older than a day.', 'session_not_fresh');
  }
  return { actor };
};

export const freshProcedure = procedureFor(recently(inPerson), {
  signedIn: true,
  forbidden:
    'Missing permission, a sign-in older than a day (`session_not_fresh`), or a bot or tool token (`token_not_allowed`)',
});

const administrator = async (call: Call) => {
  const { actor } = await inPerson(call);
  if (!actor.isAdmin) throw forbidden('Only administrators of this service can do this.', 'admin_only');
  return { actor };
};

/** Platform administrators in person, or 403. */
export const adminProcedure = procedureFor(administrator, {
  signedIn: true,
  forbidden: 'Not an administrator (`admin_only`), or a bot or tool token (`token_not_allowed`)',
});

/** For changing who is an administrator. */
export const freshAdminProcedure = procedureFor(recently(administrator), {
  signedIn: true,
  forbidden:
    'Not an administrator (`admin_only`), a sign-in older than a day (`session_not_fresh`), or a bot or tool token (`token_not_allowed`)',
});

const FRESH_MS = 24 * 3600_000;

export function refuseReadOnly(actor: Actor): void {
  if (actor.botScope === 'read')
    throw forbidden(
      'This token has the scope `read`. Use a token with the scope `write` to change anything.',
      'read_only_token',
    );
}

export function refuseBot(actor: Actor): void {
  if (actor.botScope)
    throw forbidden('Tokens for bots and tools cannot do this. Sign in and do it yourself.', 'token_not_allowed');
}

export const isSignInStale = (actor: Actor) => Date.now() - actor.signedInAt.getTime() > FRESH_MS;

/** Why the credentials of an anonymous caller were refused, if there were any. */
export const refusedCredentialsOf = (authentication: Authentication): RefusedCredentials | undefined =>
  authentication.kind === 'anonymous' ? authentication.refused : undefined;

/** Services are let in where a procedure says so, and nowhere else. */
function refuseService(service: CallingService, { type, meta }: Call): void {
  if (service.scopes && meta?.actFor) {
    if (!service.scopes.includes(meta.actFor)) {
      throw forbidden('This member has not agreed that the service does this for them.', 'acting_not_agreed');
    }
  } else if (service.scopes || !meta?.services || type !== 'query') throw serviceNotAllowed();
}

const serviceNotAllowed = () =>
  forbidden(
    'Services cannot do this. For themselves they only read; for members they do what the member agreed to.',
    'service_not_allowed',
  );

/** Null for an anonymous caller; throws when two credentials contradict each other. */
export function actorOf(authentication: Authentication): Actor | null {
  if (authentication.kind === 'ambiguous') {
    throw new AppError(
      'UNAUTHORIZED',
      'ambiguous_credentials',
      'The cookie and the bearer token belong to different sessions. Send only one of them.',
    );
  }
  if (authentication.kind === 'service') throw serviceNotAllowed();
  return authentication.kind === 'actor' ? authentication.actor : null;
}
