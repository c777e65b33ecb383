import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { eventsWords } from '../event/events.words.ts';

export const nameOf = ({ character, user, raider }: Pick<ParticipationView, 'character' | 'user' | 'raider'>) =>
  character?.name ?? raider.character?.name ?? user?.displayName ?? raider.name ?? eventsWords.now().formerRaider;

const classOf = ({ character, raider }: ParticipationView) => character?.class ?? raider.character?.class ?? null;

/** Leads to the person's page; without `guild`, an id, inside a button. */
export function PersonName({ part, guild }: { part: ParticipationView; guild?: string }) {
  const name = <ClassName classId={classOf(part)?.id ?? null}>{nameOf(part)}</ClassName>;
  const title = part.user?.displayName ?? part.raider.name ?? '';
  if (!part.user && part.raider.name !== null) {
    return (
      <span className="marked" title={title}>
        {name} <RaiderMark of={part.raider} />
      </span>
    );
  }
  if (guild === undefined || !part.user) return <span title={title}>{name}</span>;
  return (
    <PersonLink guild={guild} person={part.user.id} title={title}>
      {name}
    </PersonLink>
  );
}

export function PersonTile({ part }: { part: ParticipationView }) {
  const played = classOf(part);
  // The names of people without a class stand in line too.
  return played ? <ClassTile of={played} /> : <span className="cls" aria-hidden="true" />;
}
