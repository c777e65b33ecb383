import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { coreWords } from '../i18n/core.words.ts';
import { buttonClass } from '../ui/button.tsx';
import { Refused } from '../ui/refused.tsx';
import { guildQuery } from './routes.tsx';

/** Leads outsiders to the guild's public face. */
export function MembersOnly() {
  const { shell } = coreWords.use();
  const ref = useParams({ from: '/shell/app/g/$guild', select: ({ guild }) => guild });
  const { abilityRules, name } = useSuspenseQuery(guildQuery(ref)).data;
  if (abilityRules.length > 0) return <Outlet />;
  const home = (
    <Link to="/g/$guild" params={{ guild: ref }} className={buttonClass()}>
      {shell.guildHome}
    </Link>
  );
  return <Refused title={name} reason="not_a_member" action={home} />;
}
