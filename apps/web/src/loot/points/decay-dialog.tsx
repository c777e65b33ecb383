import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidatePoints } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

/** Decays the pool today, besides its regular days. */
export function DecayDialog({ pool, percent, onClose }: { pool: PointPoolView; percent: number; onClose(): void }) {
  const { rules: words } = pointsWords.use();
  const decay = useMutation({
    mutationFn: () => client.points.decay.mutate({ id: pool.id }),
    async onSuccess({ raiders }) {
      toast({ text: words.decayed({ count: raiders }) });
      await invalidatePoints();
    },
    onError: toastFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={words.decayTitle({ percent })}
      consequence={words.decayHint}
      verb={words.decayNow}
      pending={decay.isPending}
      onConfirm={() => decay.mutate()}
      onClose={onClose}
    />
  );
}
