/** Saves a line-up while it is planned, and merges it with what another officer saves at the same time. */
import type { LineupView, SaveLineupInput } from '@guildhall/contracts/lineup.ts';
import { TRPCClientError } from '@trpc/client';
import { useEffect, useRef, useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { toast, toastFailureAbout } from '../../ui/toast.tsx';
import { isSameLineup, merge, type Person, toInput } from './draft.ts';
import { lineupQuery, lineupsQuery, refOf } from './lineup.queries.ts';
import { lineupWords } from './lineup.words.ts';

type Difficulty = SaveLineupInput['difficulty'];
type Plan = { places: Person[]; difficulty: Difficulty };
export type Draft = Plan & {
  /** `failed` keeps what was planned, until it is saved again. */
  state: 'saved' | 'saving' | 'failed';
  change(plan: Partial<Plan>): void;
  retry(): void;
};

/** The line-up as the other officer has left it, of a refusal `changed_meanwhile`. */
function currentOf(error: unknown): LineupView | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  // The server's `trpcError` puts this there.
  const data = error.data as { reason?: string; current?: LineupView } | undefined | null;
  return data?.reason === 'changed_meanwhile' ? data.current : undefined;
}

export function useDraft(lineup: LineupView, boss: number | undefined, groups: number): Draft {
  const [plan, setPlan] = useState<Plan>(lineup);
  const [state, setState] = useState<Draft['state']>('saved');
  /** The line-up that the service has, and the one that is to be there. */
  const saved = useRef(lineup);
  const wanted = useRef<Plan>(lineup);
  const running = useRef(false);

  const show = (next: Plan) => {
    wanted.current = next;
    setPlan(next);
  };
  const isSaved = () =>
    wanted.current.difficulty === saved.current.difficulty && isSameLineup(wanted.current.places, saved.current.places);

  const accept = (answer: LineupView) => {
    saved.current = answer;
    queryClient.setQueryData(lineupQuery(answer.eventId, boss).queryKey, answer);
  };

  const mergeWith = (theirs: LineupView) => {
    const { places, difficulty } = saved.current;
    const mine = wanted.current;
    show({
      places: merge(places, mine.places, theirs.places, groups),
      difficulty: mine.difficulty === difficulty ? theirs.difficulty : mine.difficulty,
    });
    accept(theirs);
    const words = lineupWords.now();
    toast({
      text: words.mergedWith({ name: theirs.changedBy?.displayName ?? words.otherOfficer }),
      subject: 'lineup-merge',
    });
  };

  const save = async () => {
    if (running.current) return;
    running.current = true;
    setState('saving');
    try {
      while (!isSaved()) {
        const sent = wanted.current;
        try {
          const answer = await client.lineups.save.mutate({
            id: lineup.eventId,
            encounterId: refOf(boss),
            version: saved.current.version,
            difficulty: sent.difficulty,
            places: toInput(sent.places),
          });
          accept(answer);
          if (wanted.current === sent) show(answer);
        } catch (error) {
          const theirs = currentOf(error);
          if (!theirs) throw error;
          mergeWith(theirs);
        }
      }
      setState('saved');
    } catch (error) {
      setState('failed');
      toastFailureAbout('lineup-save', error);
    } finally {
      running.current = false;
      void queryClient.invalidateQueries({ queryKey: lineupsQuery(lineup.eventId).queryKey });
    }
  };

  // The changes of another officer appear as long as nothing here waits to be saved.
  useEffect(() => {
    if (lineup === saved.current || running.current || !isSaved()) return;
    saved.current = lineup;
    show(lineup);
  });

  return {
    ...plan,
    state,
    change(part) {
      show({ ...wanted.current, ...part });
      void save();
    },
    retry: () => void save(),
  };
}

export const refreshLineups = () => queryClient.invalidateQueries({ queryKey: api.lineups.pathKey() });
