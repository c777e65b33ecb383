import type { WaitingImageView } from '@guildhall/contracts/image.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';
import { Pager } from './pager.tsx';

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
  const [rejecting, setRejecting] = useState(false);
  const decide = useMutation(
    api.moderation.decide.mutationOptions({
      onSuccess: ({ status }) => toast({ text: status === 'approved' ? words.approved : words.rejected }),
      onError: toastFailure,
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.moderation.pathKey() }),
    }),
  );
  const what = `${words.purposes[image.purpose]}, ${words.by(image.uploadedBy?.displayName ?? words.nobody)}`;
  const { id, version } = image;
  return (
    <li className="card">
      <img src={image.imageUrl} alt={what} loading="lazy" />
      <div className={styles.decision}>
        <p>
          <b>{words.purposes[image.purpose]}</b>
          <small className="muted">
            {words.by(image.uploadedBy?.displayName ?? words.nobody)} · {format.relative(new Date(image.createdAt))}
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
      {rejecting && (
        <Reject
          pending={decide.isPending}
          onClose={() => setRejecting(false)}
          onReject={(reason) =>
            decide.mutate(
              { id, version, decision: 'reject', ...(reason ? { reason } : {}) },
              { onSettled: () => setRejecting(false) },
            )
          }
        />
      )}
    </li>
  );
}

function Reject(props: { pending: boolean; onClose(): void; onReject(reason: string): void }) {
  const { moderation: words } = adminWords.use();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={words.rejectTitle}
      actions={
        <Button kind="danger" pending={props.pending} onClick={() => props.onReject(reason.trim())}>
          {words.reject}
        </Button>
      }
    >
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}
