/** Which posts of a guild a caller may read and write, and which members are told of a change. */
import { PostVisibility } from '@guildhall/contracts/post.ts';
import type { Ability } from '../../core/ability.ts';
import type { Actor, Reader } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { AppError, forbidden, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import {
  abilityFor,
  authorize,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';

/** The visibilities that a caller with this ability may read. */
export function visibilitiesFor(ability: Ability): PostVisibility[] {
  return [
    'public',
    ...(ability.can('read', 'Organization') ? (['guild'] as const) : []),
    ...(ability.can('read', 'OfficerData') ? (['officers'] as const) : []),
  ];
}

type Writer = { access: OrganizationAccess; readable: PostVisibility[] };

/** Throws FORBIDDEN for a caller who may not write here, CONFLICT for an archived guild. */
export function postWriter(actor: Actor, access: OrganizationAccess): Writer {
  const ability = abilityFor(actor, access);
  authorize(ability, 'manage', 'Content');
  refuseArchived(access);
  return { access, readable: visibilitiesFor(ability) };
}

/** A member writes only for an audience they belong to: otherwise they could not see the post themselves. */
export function refuseOtherAudience({ readable }: Writer, visibility: PostVisibility): void {
  if (!readable.includes(visibility))
    throw forbidden('You cannot write for readers whose posts you may not read. Choose another visibility.');
}

const PLACE = query({ organizationId: 'uuid', visibility: text(PostVisibility.options) })`
  select organization_id as "organizationId", visibility from post where id = $1`;

/** The guild of a post that the caller may read; throws NOT_FOUND for any other post, existing or not. */
export async function postAccess(sql: Sql, actor: Reader, id: string): Promise<OrganizationAccess> {
  const place = await sql.maybe(PLACE, [id]);
  const access = place && (await organizationOf(sql, actor, place.organizationId));
  if (!access || !visibilitiesFor(abilityFor(actor, access)).includes(place.visibility)) throw noSuchPost();
  return access;
}

/** Announces a post to the readers of any of these visibilities. */
export function publishPostChanged(
  { changed }: Pick<UnitOfWork, 'changed'>,
  { id, organizationId }: { id: string; organizationId: string },
  visibility: PostVisibility[],
): void {
  const audience = visibility.every((readers) => readers === 'officers') ? 'officers' : 'members';
  changed({ type: 'post.changed', organizationId, subjectId: id, audience });
}

export const noSuchPost = () => notFound('post_not_found', 'There is no such post.');

/** An archived guild hides itself and its posts, and neither can be told from something that does not exist. */
function organizationOf(sql: Sql, actor: Reader, organizationId: string): Promise<OrganizationAccess> {
  return organizationAccess(sql, actor, organizationId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? noSuchPost() : error;
  });
}
