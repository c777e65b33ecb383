import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { everyRaider } from '../../events/event/every-raider.ts';
import { detailsOf, nameOf } from '../../guilds/raiders/raider-name.tsx';
import { guildRef } from '../../routes/current-guild.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import { wishesWords } from './wishes.words.ts';

type Props = { guild: OrganizationView; onClose(): void };

/** For those who see the wishes of others. */
export function OthersDialog({ guild, onClose }: Props) {
  const { others: words } = wishesWords.use();
  return (
    <Dialog open title={words.title} onClose={onClose}>
      <Raiders guild={guild} onClose={onClose} />
    </Dialog>
  );
}

function Raiders({ guild, onClose }: Props) {
  const { others: words } = wishesWords.use();
  const navigate = useNavigate();
  const { data: raiders = [], error, refetch } = useQuery(everyRaider(guild));
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <Combobox
      label={words.raider}
      options={raiders.map((raider) => ({
        value: raider.id,
        label: [nameOf(raider), raider.user?.displayName].filter(Boolean).join(' · '),
        details: detailsOf(raider),
      }))}
      value={null}
      onChange={(raider) => {
        if (raider === null) return;
        onClose();
        void navigate({ to: '/g/$guild/loot/wishes/{-$raider}', params: { guild: guildRef(guild), raider } });
      }}
    />
  );
}
