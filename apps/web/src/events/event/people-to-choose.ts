import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { membersQuery } from '../../membership/roles/roles.queries.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { distinctLabels, type Labelled } from '../../ui/distinct-labels.ts';
import { eventsWords } from './events.words.ts';

export type PersonToChoose = Labelled & { value: string; who: { userId: string } | { raiderId: string } };

/** Members, then raiders without an account, as an officer chooses one of them. */
export function usePeople(organizationId: string): PersonToChoose[] {
  const { guest, noAccount, formerRaider } = eventsWords.use();
  const members = useSuspenseQuery(membersQuery(organizationId)).data;
  const { abilityRules } = useSuspenseQuery(guildQuery(organizationId)).data;
  const enabled = may(abilityRules, 'read', 'Roster');
  const raiders = useQuery({ ...withoutAccount(organizationId), enabled }).data?.raiders ?? [];
  return distinctLabels<PersonToChoose>([
    ...members.map(({ user, mainCharacter }) => ({
      ...{ value: user.id, label: user.displayName, who: { userId: user.id } },
      details: [mainCharacter?.name, mainCharacter?.realm.name],
    })),
    ...raiders.map(({ id, name, characters, kind }) => ({
      value: id,
      label: `${characters[0]?.name ?? name ?? formerRaider} · ${kind === 'guest' ? guest : noAccount}`,
      details: [characters[0]?.realm, name],
      who: { raiderId: id },
    })),
  ]);
}

const withoutAccount = (id: string) =>
  api.raiders.list.queryOptions({ id, only: 'no_account', locale: gameLocale(), pageSize: '200' });
