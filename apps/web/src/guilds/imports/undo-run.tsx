import type { ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { invalidateImports } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Until its rows are deleted. */
export const undoUntil = ({ createdAt }: Pick<ImportView, 'createdAt'>) =>
  new Date(Date.parse(createdAt) + DAYS * DAY_MS);

const canUndo = (run: ImportView) =>
  (run.state === 'applied' || run.state === 'failed') && run.written > 0 && undoUntil(run).getTime() > serviceTime();

/** Nothing for a run that has nothing to take back. */
export function UndoRun({ guild, run }: { guild: OrganizationView; run: ImportView }) {
  const { undo: words, source } = importsWords.use();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const undo = useMutation({
    ...api.imports.takeBack.mutationOptions(),
    onError: toastFailure,
    onSettled: async () => {
      setAsked(false);
      await invalidateImports();
    },
  });
  if (!canUndo(run)) return null;
  const name = { source: source.names[run.source], date: format.dayAndTime(new Date(run.createdAt)) };
  return (
    <>
      <Button small kind="ghost" aria-label={words.of(name)} onClick={() => setAsked(true)}>
        {words.verb}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={words.title}
        consequence={words.consequence({ count: run.written })}
        verb={words.verb}
        pending={undo.isPending}
        onConfirm={() => undo.mutate({ id: guild.id, importId: run.id })}
      />
    </>
  );
}
