import { isForNow, isGivenUp, type RefusalScope } from '@guildhall/contracts/refusal-scope.ts';
import { pauseMsOf, retryAfterMs, waitOfSeconds } from '@guildhall/contracts/retry-after.ts';
import type { WebhookOutcome, WebhookStop } from '@guildhall/contracts/webhook.ts';
import { ERROR_CODES, type RefusalCause } from '@guildhall/discord/error-codes.ts';
import { Refusal as DiscordRefusal } from '@guildhall/discord/schemas.ts';
import { LockMode } from '@mikro-orm/core';
import type { z } from 'zod';
import { query } from '../core/db/statement.ts';
import type { JobPayload, JobRun } from '../core/jobs/job.ts';
import type { AppContext } from '../core/services/context.ts';
import { notifyHolders } from '../membership/notifications/notify.ts';
import { writeAudit } from '../membership/rights/write-audit.ts';
import { OutsideError, postOutside } from './fetch-outside.ts';
import { scopeOfReceiver } from './receiver-statuses.ts';
import { DeliveryRow, discordMessage, renderMessage } from './render-message.ts';
import { type EndpointRow, findEndpoint, isTrustedAddress, sealContext, signedHeaders } from './webhook.access.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';
import { deliverWebhooksJob } from './webhooks.jobs.ts';

const HOUR = 3600;
/** Seconds after each failed attempt. After the last, the delivery has failed. */
export const RETRY_SECONDS = [5, 300, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
/** After so many failures in a row only the oldest delivery is attempted, until the endpoint takes or refuses a message. */
const BREAKER = 5;
/** Another worker takes over what one was killed with. */
const LEASE_SECONDS = 60;
const GIVE_UP_AFTER = `interval '5 days'`;

/** Deliveries `d` of endpoint `e` that may be attempted, now or at their time. A ping finds out whether things are well. */
const OPEN = `d.endpoint_id = e.id and d.next_at is not null and e.state = 'active' and (e.failures < ${BREAKER}
  or d.type = 'ping' or d.id = (select o.id from webhook_delivery o where o.endpoint_id = e.id and o.next_at is not null
    and o.type <> 'ping' order by o.id limit 1))`;

const CLAIM = query(DeliveryRow)`
  with due as (
    select d.id from webhook_endpoint e join webhook_delivery d on ${OPEN}
    where e.id = $1 and d.next_at <= now() order by d.id limit 1 for update of d skip locked
  )
  update webhook_delivery d set attempt = d.attempt + 1, attempted_at = now(),
    next_at = now() + ${LEASE_SECONDS} * interval '1 second'
  from due where d.id = due.id
  returning d.id, d.type, d.seq::float8 as seq, d.subject_id as "subjectId", d.audience, d.happened_at as "happenedAt", d.attempt, d.refusals`;

const NEXT = query({ at: 'text?' })`
  select min(d.next_at)::text as at from webhook_endpoint e join webhook_delivery d on ${OPEN}
  where e.id = $1 and d.next_at < now() + interval '1 minute'`;

/** After so many attempts, or a failed one, other endpoints have their turn. */
const TURN = 20;

/** Attempts what is due at one endpoint, oldest first, then comes back for what is due within the minute. */
export async function deliverWebhooks(
  ctx: AppContext,
  { organizationId, founderId, endpointId }: JobPayload<typeof deliverWebhooksJob>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  for (let left = TURN; left > 0; left -= 1) {
    signal.throwIfAborted();
    // Read anew each time: rights, address and secrets may have changed.
    const endpoint = await findEndpoint(ctx.sql, endpointId);
    if (endpoint?.state !== 'active') return;
    if (!endpoint.carried) return stopEndpoint(ctx, endpoint, 'rights');
    const delivery = await ctx.sql.maybe(CLAIM, [endpointId]);
    if (!delivery) break;
    const result = await attempt(ctx, endpoint, delivery, signal);
    await recordResult(ctx, endpoint, delivery, result);
    if (!['delivered', 'withheld', 'refused'].includes(result.outcome)) break;
  }
  const next = await ctx.sql.one(NEXT, [endpointId]);
  if (!next?.at) return;
  const at = new Date(next.at).toISOString();
  await ctx.transact((tx) =>
    tx.enqueue(deliverWebhooksJob, { organizationId, founderId, endpointId, at }, { startAfter: at }),
  );
}

type Result = {
  outcome: WebhookOutcome;
  status?: number;
  code?: number | undefined;
  waitMs?: number | undefined;
  milliseconds: number;
  /** Why nothing more is sent to the endpoint. */
  stops?: WebhookStop | undefined;
  /** The endpoint answers, and refuses this message. */
  isOfMessage?: boolean;
};

async function attempt(
  ctx: AppContext,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Result> {
  const { config, sealer } = ctx;
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  const message = await renderMessage(ctx, endpoint, delivery);
  const content =
    message && endpoint.kind === 'discord' ? await discordMessage(ctx, message, endpoint.locale) : message;
  if (!content) return { outcome: 'withheld', milliseconds: 0 };
  const url = new URL(sealer.open(endpoint.addressSealed, sealContext(endpoint.id, 'address')));
  if (endpoint.kind === 'discord') url.searchParams.set('wait', 'true');
  const body = JSON.stringify(content);
  const secrets = [endpoint.secretSealed, endpoint.oldSecretSealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealer.open(sealed, sealContext(endpoint.id, 'secret')));
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Guildhall-Webhooks/${config.version}`,
    ...(secrets.length > 0 ? signedHeaders(`msg_${delivery.id}`, body, secrets) : {}),
  };
  const { patienceMs } = config.webhooks;
  try {
    const answer = await postOutside({
      url,
      headers,
      body,
      signal,
      patienceMs,
      trusted: isTrustedAddress(config, endpoint.kind, url),
      reads: endpoint.kind === 'discord' ? 4_096 : 0,
    });
    const place = { kind: endpoint.kind, isThread: url.searchParams.has('thread_id') };
    return { ...resultOf(answer, place, delivery), milliseconds: milliseconds() };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { outcome: error.kind, milliseconds: milliseconds() };
  }
}

/** The body of a refusal of Discord. */
const Refusal = DiscordRefusal.pick({ code: true, retry_after: true });

type Answer = Awaited<ReturnType<typeof postOutside>>;

type Place = Pick<EndpointRow, 'kind'> & { isThread: boolean };

function resultOf(answer: Answer, place: Place, { refusals }: DeliveryRow): Omit<Result, 'milliseconds'> {
  const { status, retryAfter, text } = answer;
  const isDiscord = place.kind === 'discord';
  const { code, retry_after } = isDiscord ? refusalIn(text) : {};
  const inBody = retry_after === undefined ? undefined : waitOfSeconds(retry_after);
  const result = { status, code, waitMs: pauseMsOf(retryAfterMs(retryAfter), inBody) };
  if (status >= 200 && status < 300) return { ...result, outcome: 'delivered' };
  if (status >= 300 && status < 400) return { ...result, outcome: 'redirect' };
  const { scope, stops } = isDiscord ? aboutDiscord(status, code, place) : aboutReceiver(status);
  if (stops) return { ...result, outcome: 'gone', stops };
  if (scope !== 'item' && scope !== null) return { ...result, outcome: 'http_error' };
  // A status alone may come from a fault that the receiver mends within minutes.
  const isOver = isGivenUp(isDiscord ? scope : null, refusals);
  return { ...result, outcome: isOver ? 'refused' : 'http_error', isOfMessage: true };
}

function refusalIn(text: string): z.infer<typeof Refusal> {
  try {
    return Refusal.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

type About = { scope: RefusalScope | null; stops?: WebhookStop };

const UNKNOWN_CHANNEL = 10_003;

/** Asking Discord again for a webhook that is gone leads to a restriction. A 403 without a code comes from a proxy before it. */
function aboutDiscord(status: number, code = 0, { isThread }: Place): About {
  if (isForNow(status) || (status === 403 && code === 0)) return { scope: 'for_now' };
  // The webhook outlasts its threads.
  if (isThread && code === UNKNOWN_CHANNEL) return { scope: 'place', stops: 'wrong_channel' };
  const about = ERROR_CODES.get(code);
  if (about?.scope === 'place') return { scope: 'place', stops: STOPS[about.cause] ?? 'lacks_permission' };
  if (about && about.scope !== 'ours') return { scope: about.scope };
  if ([401, 404, 410].includes(status)) return { scope: 'place', stops: 'gone' };
  // These name our application, account or address, such as one that Cloudflare blocks (40333): no message is at fault.
  return { scope: about ? 'for_now' : null };
}

const STOPS: Partial<Record<RefusalCause, WebhookStop>> = {
  gone: 'gone',
  wrong_channel: 'wrong_channel',
  full: 'full',
};

const aboutReceiver = (status: number): About => ({
  scope: scopeOfReceiver(status),
  ...(status === 410 ? { stops: 'gone' as const } : {}),
});

/** An attempt that took longer than its lease writes nothing once another one has begun. */
const RECORD = query({ hopeless: 'bool?' })`
  with recorded as (
    update webhook_delivery set outcome = $2, status = $3, milliseconds = $4, code = $8, refusals = refusals + $9::bool::int,
      next_at = now() + $5 * interval '1 second'
    where id = $1 and attempt = $7
    returning id
  )
  update webhook_endpoint set
    failures = case when $2 = 'delivered' or $9 then 0 when $2 = 'withheld' then failures else failures + 1 end,
    failing_since = case when $2 = 'delivered' then null when $2 = 'withheld' or $9 then failing_since
      else coalesce(failing_since, now()) end
  where id = $6 and exists (select from recorded) returning failing_since < now() - ${GIVE_UP_AFTER} as hopeless`;

async function recordResult(ctx: AppContext, endpoint: EndpointRow, delivery: DeliveryRow, result: Result) {
  const { outcome, status = null, milliseconds, code = null, stops, isOfMessage = false } = result;
  const over = ['delivered', 'withheld', 'gone', 'refused'].includes(outcome) || delivery.type === 'ping';
  const seconds = over ? null : waitSeconds(delivery.attempt, result);
  const values = [
    delivery.id,
    outcome,
    status,
    milliseconds,
    seconds,
    endpoint.id,
    delivery.attempt,
    code,
    isOfMessage,
  ];
  const row = await ctx.sql.maybe(RECORD, values);
  if (stops) await stopEndpoint(ctx, endpoint, stops);
  else if (row?.hopeless) await stopEndpoint(ctx, endpoint, 'failing');
}

/** Null after the last attempt. A fifth more or less keeps receivers from being asked by all installations at once. */
function waitSeconds(attempts: number, { waitMs = 0 }: Result): number | null {
  const planned = RETRY_SECONDS[attempts - 1];
  if (planned === undefined) return null;
  return Math.max(planned * (0.8 + 0.4 * Math.random()), waitMs / 1_000);
}

/** `rights`: no member answers for the address. */
type Because = WebhookStop | 'rights';

/** Tells the people who can mend it, once. */
async function stopEndpoint(ctx: AppContext, endpoint: EndpointRow, because: Because): Promise<void> {
  const { id, organizationId, name } = endpoint;
  await ctx.transact(async (tx) => {
    const row = await tx.em.findOne(WebhookEndpoint, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (row?.state !== 'active') return;
    row.state = because === 'rights' ? 'suspended' : 'disabled';
    row.stoppedBecause = because === 'rights' ? null : because;
    await writeAudit(tx, organizationId, null, 'webhook_stopped', { name, because });
    const details = { title: name };
    await notifyHolders(tx, 'canManageGuild', { kind: 'integration_stopped', organizationId, details });
  });
}
