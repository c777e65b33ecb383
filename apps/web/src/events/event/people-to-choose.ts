import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { coreWords } from '../../i18n/core.words.ts';
import { membersQuery } from '../../membership/roles/roles.queries.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { distinctLabels, type Labelled } from '../../ui/distinct-labels.ts';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { eventsWords } from './events.words.ts';
import { raidersWithoutAccount } from './every-raider.ts';

export type PersonToChoose = Labelled & {
  value: string;
  names: string[];
  who: { userId: string } | { raiderId: string };
};

/** Members, then raiders without an account, as an officer chooses one of them. */
export function usePeople(organizationId: string): PersonToChoose[] {
  const { formerRaider } = eventsWords.use();
  const { raider: marks } = coreWords.use();
  const members = useSuspenseQuery(membersQuery(organizationId)).data;
  const { abilityRules } = useSuspenseQuery(guildQuery(organizationId)).data;
  const enabled = may(abilityRules, 'read', 'Roster');
  const raiders = useQuery({ ...raidersWithoutAccount({ id: organizationId }), enabled }).data ?? [];
  return distinctLabels<PersonToChoose>([
    ...members.map(({ user, mainCharacter }) => ({
      ...{ value: user.id, label: user.displayName, who: { userId: user.id } },
      names: [user.displayName, mainCharacter?.name ?? ''],
      details: [mainCharacter?.name, mainCharacter?.realm.name],
    })),
    ...raiders.map((raider) => ({
      value: raider.id,
      label: [raider.characters[0]?.name ?? raider.name ?? formerRaider, raiderMark(marks, raider) ?? []]
        .flat()
        .join(' · '),
      details: [raider.characters[0]?.realm, raider.name],
      names: [raider.name ?? '', ...raider.characters.map(({ name }) => name)],
      who: { raiderId: raider.id },
    })),
  ]);
}
