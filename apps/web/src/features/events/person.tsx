import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import { ClassName, ClassTile } from '../../ui/game.tsx';

export const nameOf = ({ character, user }: Pick<ParticipationView, 'character' | 'user'>) =>
  character?.name ?? user.displayName;

export function PersonName({ part }: { part: ParticipationView }) {
  return (
    <span title={part.user.displayName}>
      <ClassName classId={part.character?.class.id ?? null}>{nameOf(part)}</ClassName>
    </span>
  );
}

export function PersonTile({ part }: { part: ParticipationView }) {
  return part.character ? <ClassTile of={part.character.class} /> : null;
}
