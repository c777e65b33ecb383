import type { UserView } from '@guildhall/contracts/user.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { isRefusedAt } from '../../api/errors.ts';
import { sessionQuery } from '../../api/session.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { gameLocale, LANGUAGES, useLanguage } from '../../i18n/language.ts';
import { zonesToChoose } from '../../i18n/zones.ts';
import { Button } from '../../ui/button.tsx';
import { Options } from '../../ui/select.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { LanguageSelect } from '../preferences/preferences.tsx';
import { authWords } from './auth.words.ts';

/** The preference that says whether zone and language of the browser were taken, and whether the person agreed. */
const PLACE = 'place';
const preferences = () => api.profile.preferences.queryOptions({});

async function note(place: 'taken' | 'confirmed'): Promise<void> {
  const { client: kept } = await queryClient.fetchQuery({ ...preferences(), staleTime: 0 });
  const changed = await client.profile.changePreferences.mutate({ client: { ...kept, [PLACE]: place } });
  queryClient.setQueryData(preferences().queryKey, changed);
}

/** A new account has the zone and the language that were not chosen; `UTC` and American English may be right, too. */
async function takePlace({ timeZone, locale }: UserView): Promise<void> {
  const spoken = locale === 'en_US' ? { locale: gameLocale() } : {};
  const zone = timeZone === 'UTC' ? { timeZone: browserTimeZone() } : {};
  await client.profile.update.mutate({ ...zone, ...spoken }).catch((error: unknown) => {
    // The service's list of zones may be older than the browser's.
    if (!isRefusedAt('timeZone', error)) throw error;
    return client.profile.update.mutate(spoken);
  });
  await note('taken');
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Gives a new account the time zone and language of its browser, once, and says so until the person agrees. */
export function FirstVisit({ viewer, told }: { viewer: UserView; told: boolean }) {
  const { place: words } = authWords.use();
  const { data } = useQuery(preferences());
  const state = data?.client[PLACE];
  const language = useLanguage();
  const [changing, setChanging] = useState(false);
  const take = useMutation({ mutationFn: takePlace });
  const confirm = useMutation({ mutationFn: () => note('confirmed'), onError: toastFailure });
  const change = useMutation({
    mutationFn: (timeZone: string) => client.profile.update.mutate({ timeZone }),
    onError: toastFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const isNew = data !== undefined && state === undefined;
  const { mutate } = take;
  useEffect(() => {
    // If it fails, the next visit tries again.
    if (isNew) mutate(viewer);
  }, [isNew, mutate]);

  if (state !== 'taken' || !told) return null;
  return (
    <div className="notice">
      {changing ? (
        <>
          <label>
            <span className="sr">{words.zone}</span>
            <select
              className="input"
              value={change.isPending ? change.variables : viewer.timeZone}
              onChange={({ target }) => change.mutate(target.value)}
            >
              <Options of={zonesToChoose(viewer.timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])} />
            </select>
          </label>
          <LanguageSelect />
        </>
      ) : (
        <>
          <span>{words.taken({ zone: viewer.timeZone.replaceAll('_', ' '), language: LANGUAGES[language] })}</span>
          <Button small kind="ghost" onClick={() => setChanging(true)}>
            {words.change}
          </Button>
        </>
      )}
      <Button small pending={confirm.isPending} onClick={() => confirm.mutate()}>
        {words.right}
      </Button>
    </div>
  );
}
