import type { WebhookDeliveryView, WebhookOutcome, WebhookView } from '@guildhall/contracts/webhook.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { serviceTime } from '../../../api/service-time.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import styles from './integrations.module.css';
import { invalidateWebhooks } from './integrations.queries.ts';
import { integrationsWords } from './integrations.words.ts';
import { changesIn } from './subjects.ts';

const FAILED: WebhookOutcome[] = ['http_error', 'refused', 'timeout', 'unreachable', 'tls', 'blocked', 'redirect'];
const WATCH_MS = 2_000;
const PAGE = 10;
const DAY_MS = 24 * 3600_000;

/** The messages sent, newest first. Polls while one is waiting. */
export function DeliveryLog({ guildId, webhook }: { guildId: string; webhook: WebhookView }) {
  const words = integrationsWords.use();
  const [before, setBefore] = useState<string>();
  const ref = { id: guildId, webhookId: webhook.id };
  const { data, error, refetch } = useQuery({
    ...api.webhooks.deliveries.queryOptions({ ...ref, pageSize: PAGE, ...(before ? { before } : {}) }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ outcome }) => outcome === 'waiting') ? WATCH_MS : false,
  });
  const onSuccess = () => {
    toast({ text: words.sentAgain });
    return invalidateWebhooks();
  };
  const retry = useMutation(api.webhooks.retryOne.mutationOptions({ onSuccess, onError: toastFailure }));
  const retryAll = useMutation(api.webhooks.retrySince.mutationOptions({ onSuccess, onError: toastFailure }));
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  if (data.deliveries.length === 0) return <p className="muted small">{words.logEmpty}</p>;
  const mayRetry = webhook.state === 'active';
  return (
    <div className={styles.log}>
      <ul aria-label={words.log}>
        {data.deliveries.map((one) => (
          <li key={one.id}>
            <Delivery delivery={one} />
            {mayRetry && FAILED.includes(one.outcome) && (
              <Button
                small
                kind="ghost"
                pending={retry.isPending && retry.variables.deliveryId === one.id}
                onClick={() => retry.mutate({ ...ref, deliveryId: one.id })}
              >
                {words.again}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {data.next && (
          <Button small onClick={() => setBefore(data.next ?? undefined)}>
            {words.older}
          </Button>
        )}
        {mayRetry && data.deliveries.some(({ outcome }) => FAILED.includes(outcome)) && (
          <Button
            small
            pending={retryAll.isPending}
            onClick={() => retryAll.mutate({ ...ref, since: new Date(serviceTime() - DAY_MS).toISOString() })}
          >
            {words.retryAll}
          </Button>
        )}
      </div>
    </div>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryView }) {
  const words = integrationsWords.use();
  const format = useFormat();
  const { type, outcome, status, code, milliseconds, attempt, nextAttemptAt } = delivery;
  const outcomes: Record<WebhookOutcome, string> = {
    waiting: words.oWaiting,
    delivered: words.oDelivered,
    http_error: words.oHttp,
    refused: words.oRefused,
    timeout: words.oTimeout,
    unreachable: words.oUnreachable,
    tls: words.oTls,
    blocked: words.oBlocked,
    redirect: words.oRedirect,
    gone: words.oGone,
    withheld: words.oWithheld,
  };
  const look =
    outcome === 'delivered' ? 'tag t-ok' : FAILED.includes(outcome) || outcome === 'gone' ? 'tag t-bad' : 'tag';
  const name = type === 'ping' ? words.testType : type === 'feed.gap' ? words.gap : changesIn(words)[type];
  return (
    <div>
      <span className={styles.title}>
        <span>{name}</span>
        <span className={look}>
          {outcomes[outcome]}
          {status !== null && ` · ${status}`}
          {code !== null && ` (${code})`}
        </span>
      </span>
      <small className="muted">
        <TimeAgo at={delivery.attemptedAt ?? delivery.createdAt} />
        {milliseconds !== null && ` · ${words.milliseconds({ ms: milliseconds })}`}
        {attempt > 1 && ` · ${words.attempt({ attempt })}`}
        {nextAttemptAt && attempt > 0 && ` · ${words.next({ soon: format.relative(new Date(nextAttemptAt)) })}`}
      </small>
    </div>
  );
}
