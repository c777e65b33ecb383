import type { EventView } from '@guildhall/contracts/event.ts';
import type { NightView } from '@guildhall/contracts/night.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './night.module.css';
import { invalidateNights } from './nights.queries.ts';
import { nightsWords } from './nights.words.ts';

const AttachDialog = lazyPart(() => import('./attach-dialog.tsx'), 'AttachDialog');

type Report = NightView['reports'][number];
type Open = 'attach' | Report;

/** The reports that the night rests on. Officers attach and detach them. */
export function Logs({ event, night: { reports, mayConfirm, available } }: { event: EventView; night: NightView }) {
  const { logs: words } = nightsWords.use();
  const [open, setOpen] = useOpenDialog<Open>({ [`attach-log:${event.id}`]: 'attach' });
  const close = () => setOpen(undefined);
  const attach = useMutation({
    ...api.nights.attach.mutationOptions(),
    onSuccess: invalidateNights,
    onError: toastFailure,
  });
  const own = reports.filter(({ attached }) => attached);
  const offered = mayConfirm && available ? reports.filter(({ attached }) => !attached) : [];
  if (own.length === 0 && !mayConfirm) return null;
  return (
    <section className={`card pad ${styles.logs}`} aria-label={words.title}>
      <h2 className="eyebrow">{words.title}</h2>
      {own.length > 0 && (
        <ul>
          {own.map((report) => (
            <li key={report.id}>
              <About report={report} />
              {mayConfirm && (
                <IconButton
                  icon="x"
                  small
                  label={words.detach({ title: report.title })}
                  onClick={() => setOpen(report)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <>
          <h3 className="muted small">{words.offered}</h3>
          <ul>
            {offered.map((report) => (
              <li key={report.id}>
                <About report={report} />
                <IconButton
                  icon="plus"
                  small
                  label={words.attachThis({ title: report.title })}
                  pending={attach.isPending}
                  onClick={() => attach.mutate({ id: event.id, link: report.url ?? '' })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {mayConfirm && available && (
        <Button small icon="plus" onClick={() => setOpen('attach')}>
          {words.attach}
        </Button>
      )}
      <Suspense>{open === 'attach' && <AttachDialog event={event} onClose={close} />}</Suspense>
      {open && open !== 'attach' && <Detach report={open} onClose={close} />}
    </section>
  );
}

function About({ report: { title, url, zone, unlisted, complete, startsAt, endsAt } }: { report: Report }) {
  const { logs: words, live } = nightsWords.use();
  const format = useFormat();
  const name = title || zone || 'Warcraft Logs';
  const span = words.span({ from: format.dayAndTime(new Date(startsAt)), until: format.time(new Date(endsAt)) });
  return (
    <span className="grow">
      {url ? (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span>{name}</span>
      )}
      <small className="muted">
        {['Warcraft Logs', span, unlisted && words.unlisted, !complete && live].filter(Boolean).join(' · ')}
      </small>
    </span>
  );
}

function Detach({ report, onClose }: { report: Report; onClose(): void }) {
  const { logs: words } = nightsWords.use();
  const detach = useMutation({
    ...api.nights.detach.mutationOptions(),
    async onSuccess() {
      onClose();
      toast({ text: words.detached });
      await invalidateNights();
    },
    onError: toastFailure,
  });
  return (
    <ConfirmDialog
      open
      title={words.detachQuestion({ title: report.title })}
      consequence={words.detachConsequence}
      verb={words.detachVerb}
      pending={detach.isPending}
      onConfirm={() => detach.mutate({ id: report.id })}
      onClose={onClose}
    />
  );
}
