import type { WaitingImageView } from '@guildhall/contracts/image.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api, client, queryClient } from '../api/client.ts';
import { useFormat } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog, useForm } from '../ui/form.tsx';
import { useOpenDialog } from '../ui/kept-forms.ts';
import { Empty, SectionBoundary, Skeleton } from '../ui/states.tsx';
import { toast, toastFailure } from '../ui/toast.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';
import { Pager } from './pager.tsx';

const reread = () => queryClient.invalidateQueries({ queryKey: api.moderation.pathKey() });

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

export function ModerationTab() {
  return (
    <SectionBoundary>
      <Suspense fallback={<Skeleton height={320} />}>
        <Pictures />
      </Suspense>
    </SectionBoundary>
  );
}

function Pictures() {
  const { moderation: words } = adminWords.use();
  const { page = 1 } = route.useSearch();
  const { data } = useSuspenseQuery(api.moderation.queue.queryOptions({ page: String(Math.max(1, page)) }));
  if (data.images.length === 0) {
    return (
      <div className="card">
        <Empty icon="check" title={words.none}>
          {words.noneHint}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className={styles.pictures}>
        {data.images.map((image) => (
          <Picture key={`${image.id} ${image.version}`} image={image} />
        ))}
      </ul>
      <Pager {...data.pagination} />
    </>
  );
}

function Picture({ image }: { image: WaitingImageView }) {
  const { moderation: words } = adminWords.use();
  const format = useFormat();
  const [rejecting, setRejecting] = useOpenDialog({ [`reject:${image.id}`]: true });
  const decide = useMutation(
    api.moderation.decide.mutationOptions({
      onSuccess: ({ status }) => toast({ text: status === 'approved' ? words.approved : words.rejected }),
      onError: toastFailure,
      onSettled: reread,
    }),
  );
  const what = `${words.purposes[image.purpose]}, ${words.by({ name: image.uploadedBy?.displayName ?? words.nobody })}`;
  const { id, version } = image;
  return (
    <li className="card">
      <img src={image.imageUrl} alt={what} loading="lazy" />
      <div className={styles.decision}>
        <p>
          <b>{words.purposes[image.purpose]}</b>
          <small className="muted">
            {words.by({ name: image.uploadedBy?.displayName ?? words.nobody })} ·{' '}
            {format.relative(new Date(image.createdAt))}
          </small>
        </p>
        <div className="row">
          <Button
            kind="primary"
            icon="check"
            pending={decide.isPending && decide.variables.decision === 'approve'}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, version, decision: 'approve' })}
          >
            {words.approve}
          </Button>
          <Button disabled={decide.isPending} onClick={() => setRejecting(true)}>
            {words.reject}
          </Button>
        </div>
      </div>
      {rejecting && <Reject image={image} onClose={() => setRejecting(false)} />}
    </li>
  );
}

function Reject({ image: { id, version }, onClose }: { image: WaitingImageView; onClose(): void }) {
  const { moderation: words } = adminWords.use();
  const form = useForm({
    name: `reject:${id}`,
    before: { reason: '' },
    send: ({ reason }) =>
      client.moderation.decide.mutate({
        id,
        version,
        decision: 'reject',
        ...(reason.trim() ? { reason: reason.trim() } : {}),
      }),
    sent({ status }) {
      toast({ text: status === 'approved' ? words.approved : words.rejected });
      onClose();
      return reread();
    },
  });
  return (
    <FormDialog of={form} onClose={onClose} title={words.rejectTitle} verb={words.reject} kind="danger">
      <TextField {...form.text('reason')} label={words.reason} hint={words.reasonHint} maxLength={500} />
    </FormDialog>
  );
}
