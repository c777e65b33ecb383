import type { GuildMemberView } from '@guildhall/contracts/role.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf } from '../core/db/statement.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { ReferenceNames } from '../reference/names.ts';

export const MemberRow = columns({
  userId: 'uuid',
  displayName: 'text',
  avatarUrl: 'text?',
  joinedAt: 'instant',
  character: json<{
    id: string;
    name: string;
    region: string;
    gameVersion: string;
    realmSlug: string;
    level: number;
    classId: number;
  }>().orNull,
  roles: json<GuildMemberView['roles']>(),
});
export type MemberRow = RowOf<typeof MemberRow>;

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
