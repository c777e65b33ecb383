import type { PointEntryView, PointPoolView } from '@guildhall/contracts/points.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidatePoints } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

type Props = { pool: PointPoolView; entry: PointEntryView | undefined; whole: boolean; onClose(): void };

/** Takes an entry back, or the whole booking that it is part of. */
export function UndoDialog({ pool, entry, whole, onClose }: Props) {
  const { undo: words, types } = pointsWords.use();
  const isWhole = whole || pool.kind === 'zero_sum';
  const undo = useMutation({
    mutationFn: (id: string) => client.points.undo.mutate({ id, whole: isWhole }),
    async onSuccess({ raiders }) {
      onClose();
      await invalidatePoints();
      toast({ text: words.done({ count: raiders }) });
    },
    onError(error) {
      onClose();
      toastFailure(error);
      void invalidatePoints();
    },
  });
  if (!entry) return null;
  return (
    <ConfirmDialog
      open
      title={words.title({ reason: entry.reason ?? types[entry.type] })}
      consequence={isWhole ? words.whole : words.one}
      verb={words.verb}
      pending={undo.isPending}
      onConfirm={() => undo.mutate(entry.id)}
      onClose={onClose}
    />
  );
}
