import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { guildQuery, guildRef } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reservesWords } from './reserves.words.ts';

/** For those who may bring in what other tools have. */
export function BringInLink({ shown }: { shown: ReservesView }) {
  const words = reservesWords.use();
  const guild = useQuery(guildQuery(shown.organizationId)).data;
  if (!guild || !may(guild.abilityRules, 'update', 'Loot')) return null;
  return (
    <Link
      to="/g/$guild/bring-in/{-$run}"
      params={{ guild: guildRef(guild), run: undefined }}
      hash="reserves"
      className={buttonClass('ghost', true)}
    >
      <Icon name="download" size="s" />
      {words.bringIn}
    </Link>
  );
}
