/** Officers change raiders by these. Everything that moves answers can be undone, and the message afterwards offers it. */
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { nameOf } from './raider-name.tsx';
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
    // Told here: the panel of an archived raider goes with the next list, and what it would tell with it.
    onSuccess: async (raider, { archived }) => {
      const words = raidersWords.now().panel;
      const name = nameOf(raider);
      if (archived === undefined) toast({ text: words.mainIs({ name }) });
      else if (archived) toast({ text: words.archived({ name }), undo: () => archive(raider, false) });
      else toast({ text: words.restored({ name }) });
      await invalidateRaiders();
    },
  });
  const archive = ({ id }: Pick<RaiderView, 'id'>, archived: boolean) => update.mutate({ id, archived });
  return {
    pending: update.isPending,
    makeMain: ({ id }: RaiderView, mainId: string) => update.mutate({ id, mainId }),
    archive,
  };
}
