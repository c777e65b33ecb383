import type { DecideImportRowsInput, ImportRowView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidateImports, isUndecided } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

export type Decision = Pick<DecideImportRowsInput, 'decision' | 'target' | 'role'>;

/** A decision is about a name, however many evenings have it; but one alt of a family that was found is one of several. */
export const alikeOf = ({ status, answer }: Pick<ImportRowView, 'status' | 'answer'>) =>
  isUndecided(status) || answer !== null;

/** The most that the service decides about at once. */
const AT_ONCE = 500;

export function useDecide(guild: OrganizationView, importId: string) {
  return useMutation({
    mutationFn: async ({
      rows,
      ...decision
    }: Decision & { alike: boolean; rows: readonly string[] | (() => Promise<string[]>) }) => {
      const ids = typeof rows === 'function' ? await rows() : rows;
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const rowIds = ids.slice(from, from + AT_ONCE);
        await client.imports.decide.mutate({ id: guild.id, importId, rowIds, ...decision });
      }
      return ids.length;
    },
    onError: toastFailure,
    onSuccess: (count) => {
      if (count > 1) toast({ text: importsWords.now().bulk.done({ count }) });
    },
    onSettled: invalidateImports,
  });
}
