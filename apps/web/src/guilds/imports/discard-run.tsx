import type { ImportView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { invalidateImports } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

const canDiscard = ({ state, written }: ImportView) =>
  state === 'preview' || state === 'reading' || (state === 'failed' && written === 0);

/** Nothing for a run that has written something. */
export function DiscardRun({ guild, run }: { guild: OrganizationView; run: ImportView }) {
  const { discard: words, source } = importsWords.use();
  const format = useFormat();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const discard = useMutation({
    ...api.imports.discard.mutationOptions(),
    onError: toastFailure,
    async onSuccess() {
      setAsked(false);
      await navigate({ to: '/g/$guild/bring-in/{-$run}', params: { guild: guildRef(guild), run: undefined } });
    },
    onSettled: invalidateImports,
  });
  if (!canDiscard(run)) return null;
  const name = { source: source.names[run.source], date: format.dayAndTime(new Date(run.createdAt)) };
  return (
    <>
      <Button kind="ghost" aria-label={words.of(name)} onClick={() => setAsked(true)}>
        {words.verb}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={words.title}
        consequence={words.consequence}
        verb={words.verb}
        pending={discard.isPending}
        onConfirm={() => discard.mutate({ id: guild.id, importId: run.id })}
      />
    </>
  );
}
