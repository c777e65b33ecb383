import type { SamePeopleView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ClassName } from '../../ui/game.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { useUndoChange } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { invalidateRaiders, samePeopleQuery } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';

type Proposal = SamePeopleView['proposals'][number];
type Person = Proposal['raider'];

const nameOf = ({ main, name }: Person) => main?.name ?? name;

/** Raiders who may be one person. Merging asks once; two people are not proposed again. Nothing if there are none. */
export function SamePeople({ guild }: { guild: OrganizationView }) {
  const { same: words } = raidersWords.use();
  const { data } = useQuery(samePeopleQuery(guild));
  const [asked, setAsked] = useState<Proposal>();
  const { undo } = useUndoChange(guild);
  const merge = useMutation({
    ...api.raiders.merge.mutationOptions(),
    onError: toastFailure,
    onSuccess: async ({ changeId }) => {
      const { merge: said } = raidersWords.now();
      if (asked) {
        const names = { from: nameOf(asked.other), to: nameOf(asked.raider) };
        toast({ text: said.merged(names), undo: () => undo(changeId) });
      }
      setAsked(undefined);
      await invalidateRaiders();
    },
  });
  const dismiss = useMutation({
    ...api.imports.dismissSamePerson.mutationOptions(),
    onError: toastFailure,
    onSuccess: async () => {
      toast({ text: raidersWords.now().same.dismissed });
      await invalidateRaiders();
    },
  });
  if (!data || data.proposals.length === 0) return null;
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>
          {words.title} <span className="tag ember">{data.total}</span>
        </h2>
      </header>
      <ul className={`list ${styles.acts}`}>
        {data.proposals.map((proposal) => {
          const { raider: one, other, because } = proposal;
          const names = { one: nameOf(one), other: nameOf(other) };
          return (
            <li key={`${one.id} ${other.id}`}>
              <div className="grow">
                <p className={styles.pair}>
                  <ClassName classId={one.main?.classId ?? null}>{names.one}</ClassName>
                  <ClassName classId={other.main?.classId ?? null}>{names.other}</ClassName>
                </p>
                <small className="muted">{because.map((each) => words.because[each]).join(' · ')}</small>
              </div>
              <Button small icon="check" aria-label={words.mergeOne(names)} onClick={() => setAsked(proposal)}>
                {words.merge}
              </Button>
              <Button
                small
                kind="ghost"
                pending={dismiss.isPending}
                aria-label={words.dismissOne(names)}
                onClick={() => dismiss.mutate({ id: guild.id, raiderIds: [one.id, other.id] })}
              >
                {words.dismiss}
              </Button>
            </li>
          );
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={words.ask({ one: nameOf(asked.raider), other: nameOf(asked.other) })}
          consequence={words.consequence({ one: nameOf(asked.raider), other: nameOf(asked.other) })}
          verb={words.merge}
          pending={merge.isPending}
          onConfirm={() => merge.mutate({ id: asked.raider.id, raiderId: asked.other.id })}
        />
      )}
    </section>
  );
}
