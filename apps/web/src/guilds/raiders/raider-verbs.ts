/** Officers change raiders by these. Everything that moves answers can be undone, and the message afterwards offers it. */
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidateRaiders } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';

const DAYS_TO_UNDO = 30;

/** The last day on which a change of this moment can be undone. */
export const undoUntil = (at = new Date(serviceTime())) => new Date(at.getTime() + DAYS_TO_UNDO * 86_400_000);

export function useUndoChange(guild: OrganizationView) {
  const undo = useMutation({
    ...api.raiders.undo.mutationOptions(),
    onError: toastFailure,
    onSuccess: async () => {
      toast({ text: raidersWords.now().changes.wasUndone });
      await invalidateRaiders();
    },
  });
  return { pending: undo.isPending, undo: (changeId: string) => undo.mutate({ id: guild.id, changeId }) };
}

export function useRelease(guild: OrganizationView) {
  const { undo } = useUndoChange(guild);
  const release = useMutation({
    ...api.raiders.release.mutationOptions(),
    onError: toastFailure,
    onSuccess: async ({ raider, changeId }) => {
      toast({
        text: raidersWords.now().unproven.released({ name: raider.name ?? '–' }),
        undo: () => undo(changeId),
      });
      await invalidateRaiders();
    },
  });
  return { pending: release.isPending, release: ({ id }: Pick<RaiderView, 'id'>) => release.mutate({ id }) };
}

export function useUpdateRaider() {
  const update = useMutation({
    ...api.raiders.update.mutationOptions(),
    onError: toastFailure,
    onSuccess: invalidateRaiders,
  });
  const words = () => raidersWords.now().panel;
  return {
    pending: update.isPending,
    makeMain: (raider: RaiderView, character: { id: string; name: string }) =>
      update.mutate(
        { id: raider.id, mainId: character.id },
        { onSuccess: () => toast({ text: words().mainIs({ name: character.name }) }) },
      ),
    archive({ id, name }: RaiderView, archived: boolean) {
      const named = { name: name ?? '–' };
      const undo = () => update.mutate({ id, archived: !archived });
      update.mutate(
        { id, archived },
        {
          onSuccess: () =>
            toast(archived ? { text: words().archived(named), undo } : { text: words().restored(named) }),
        },
      );
    },
  };
}
