import type { GuildMemberView } from '@guildhall/contracts/role.ts';
import { instantOf } from '../core/db/sql.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { ReferenceNames } from '../reference/names.ts';

export type MemberRow = {
  userId: string;
  displayName: string;
  avatarUrl: string | null;
  joinedAt: string;
  character: {
    id: string;
    name: string;
    region: string;
    gameVersion: string;
    realmSlug: string;
    level: number;
    classId: number;
  } | null;
  roles: GuildMemberView['roles'];
};

export function presentMember(row: MemberRow, names: ReferenceNames, pictureUrl: PictureUrl): GuildMemberView {
  const { userId, displayName, avatarUrl, joinedAt, character, roles } = row;
  return {
    user: { id: userId, displayName, avatarUrl: pictureUrl(avatarUrl) },
    mainCharacter: character && {
      id: character.id,
      name: character.name,
      realm: { slug: character.realmSlug, name: names.realmName(character, character.realmSlug) },
      level: character.level,
      class: { id: character.classId, name: names.className(character.classId) },
    },
    roles,
    joinedAt: instantOf(joinedAt),
  };
}
