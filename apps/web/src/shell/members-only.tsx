import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { queryClient } from '../api/client.ts';
import { coreWords } from '../i18n/core.words.ts';
import { guildQuery } from '../routes/current-guild.ts';
import { buttonClass } from '../ui/button.tsx';
import { Refused } from '../ui/refused.tsx';
import { Door, Pending } from './fallbacks.tsx';

/** Leads outsiders to the guild's public face. */
export function MembersOnly() {
  const { shell } = coreWords.use();
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  const router = useRouter();
  const retry = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: guildQuery(ref).queryKey }).then(() => router.invalidate());
  }, [ref, router]);
  const { abilityRules, name } = useSuspenseQuery(guildQuery(ref)).data;
  if (abilityRules.length > 0) return <Outlet />;
  const home = (
    <Link to="/g/$guild" params={{ guild: ref }} className={buttonClass()}>
      {shell.guildHome}
    </Link>
  );
  return (
    <Suspense fallback={<Pending />}>
      <Door retry={retry}>
        <Refused title={name} reason="not_a_member" action={home} />
      </Door>
    </Suspense>
  );
}
