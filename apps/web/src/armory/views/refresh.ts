import type { CharacterView } from '@guildhall/contracts/character.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { characterQuery, invalidateCharacters } from '../characters/characters.queries.ts';

const ASK_AGAIN_MS = 2_000;
const LONGEST_MS = 90_000;
const COOLDOWN_SECONDS = 60;

/** Refreshes all data of a character from the game, and shows it as it arrives. Once a minute. */
export function useRefresh({ id, freshness }: CharacterView) {
  const [since, setSince] = useState<{ at: number; fetched: string | null }>();
  const [waitUntil, setWaitUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  const fetched = freshness.profile?.fetchedAt ?? null;
  const asked = useMutation(
    api.characterViews.enrich.mutationOptions({
      onSuccess() {
        setSince({ at: Date.now(), fetched });
        setWaitUntil(Date.now() + COOLDOWN_SECONDS * 1000);
      },
      onError(error) {
        const seconds = failureOf(error).retryAfterSeconds;
        if (seconds) setWaitUntil(Date.now() + seconds * 1000);
        toastFailure(error);
      },
    }),
  );
  const running = since !== undefined;
  useQuery({
    ...characterQuery(id),
    enabled: running,
    refetchInterval: running ? ASK_AGAIN_MS : false,
  });
  useEffect(() => {
    if (!since) return;
    if (fetched === since.fetched && Date.now() - since.at < LONGEST_MS) return;
    setSince(undefined);
    void invalidateCharacters();
  }, [since, fetched, now]);
  const waits = waitUntil > now;
  useEffect(() => {
    if (!waits && !running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [waits, running]);
  return {
    running: running || asked.isPending,
    waitSeconds: Math.max(0, Math.ceil((waitUntil - now) / 1000)),
    start: () => {
      setNow(Date.now());
      asked.mutate({ id });
    },
  };
}
