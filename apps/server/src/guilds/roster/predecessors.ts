/**
 * A guild that is transferred or founded anew has a new id on the platform, and so a new organization. An officer of both
 * confirms that it continues the former one: that one then takes over the new id, and keeps all that belongs to it.
 */
import type {
  DecidePredecessorInput,
  PredecessorDecided,
  PredecessorsInput,
  PredecessorView,
} from '@guildhall/contracts/roster.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockClaims } from '../../membership/characters/claims.ts';
import { authorizedAccess, lockedAccessTo, lockOrganization } from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { eraseImages } from '../../pictures/images/image-files.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { queueRosterSync } from '../guild-sync/start-roster-sync.ts';
import { CARRY_OVER, IN_USE } from './contents-of-successor.ts';
import { RejectedPredecessor } from './rejected-predecessor.entity.ts';

/** Fewer say nothing about a guild. */
const MIN_AGREEING = 3;

/**
 * Guilds that the platform no longer has, of which at least half of the members who had signed in belong to the guild `$1`. The
 * person `$2` was an officer there: their character had a rank that may manage the guild. A transfer gives characters new ids, so
 * the same name and class will do. Memberships rest on proved characters.
 */
const CANDIDATES = query({
  id: 'uuid',
  name: 'text',
  region: 'text!',
  gameVersion: 'text!',
  realmSlug: 'text!',
  missingSince: 'instant!',
  agreeing: 'int',
  members: 'int',
})`
  select f.id, f.name, f.region, f.game_version as "gameVersion", f.realm_slug as "realmSlug",
    f.missing_since as "missingSince", counted.agreeing, counted.members
  from organization o join organization f on f.source = 'synced' and f.id <> o.id and f.region = o.region
    and f.game_version = o.game_version and f.missing_since is not null and f.archived_at is null and f.created_at < o.created_at
  cross join lateral (
    select count(*)::int as members, count(*) filter (where exists (
      select from membership n where n.organization_id = o.id and n.user_id = m.user_id and n.left_at is null))::int as agreeing
    from membership m where m.organization_id = f.id and coalesce(m.left_at > f.missing_since - interval '30 days', true)
  ) counted
  where o.id = $1 and o.source = 'synced' and o.archived_at is null
    and counted.agreeing >= greatest(${MIN_AGREEING}, (counted.members + 1) / 2)
    and not exists (select from rejected_predecessor r where r.organization_id = o.id and r.predecessor_id = f.id)
    and exists (select from membership m where m.organization_id = f.id and m.user_id = $2)
    and exists (
      select from roster_entry e join character c on c.id = e.claimed_by_id and c.user_id = $2 and c.verified_at is not null
      join roster_entry x on x.organization_id = f.id and (
        (x.platform_realm_id, x.platform_character_id) = (e.platform_realm_id, e.platform_character_id)
        or x.name_key = e.name_key and x.class_id = e.class_id)
      join role r on r.organization_id = f.id and r.game_rank = x.rank
      where e.organization_id = o.id and e.left_at is null and 'canManageGuild' = any(r.permissions))
  order by counted.agreeing desc, f.id limit 10`;

export async function listPredecessors(
  ctx: AppContext,
  actor: Actor,
  input: PredecessorsInput,
): Promise<PredecessorView[]> {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, input.id, 'update', 'Organization');
  const [rows, names] = await Promise.all([
    ctx.sql.many(CANDIDATES, [organizationId, actor.userId]),
    referenceNames(ctx),
  ]);
  return rows.map(({ realmSlug, region, gameVersion, ...row }) => ({
    ...row,
    realm: { slug: realmSlug, name: names.realmName({ region, gameVersion }, realmSlug) },
  }));
}

/** Locks events before their organization, as changes of an event do. */
const LOCK_EVENTS = statement`select from event where organization_id = any($1) order by id for update`;

/** Throws NOT_FOUND for a guild that is no predecessor (any more), and CONFLICT where the new guild holds something. */
export async function decidePredecessor(
  ctx: AppContext,
  actor: Actor,
  { id, predecessorId, decision }: DecidePredecessorInput,
): Promise<PredecessorDecided> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    await lockClaims(sql);
    const { organizationId: asked } = await authorizedAccess(sql, actor, id, 'update', 'Organization');
    await sql.run(LOCK_EVENTS, [[asked, predecessorId]]);
    const { organizationId } = await lockedAccessTo(sql, actor, asked, 'update', 'Organization');
    const candidates = await sql.many(CANDIDATES, [organizationId, actor.userId]);
    const found = candidates.find((candidate) => candidate.id === predecessorId);
    if (!found) throw notFound('transfer_not_found', 'There is no such former guild, or it has been decided already.');
    if (decision === 'reject') {
      em.create(RejectedPredecessor, { organization: organizationId, predecessor: found.id, rejectedBy: actor.userId });
      await writeAudit(tx, organizationId, actor, 'guild_continued', { predecessorId: found.id, decision });
      return { organizationId };
    }
    const made = (await sql.many(IN_USE, [organizationId])).map(({ called }) => called);
    if (made.length > 0) {
      const message = `This guild has things of its own here, which would be lost: ${made.join(', ')}. Delete them first, or keep both guilds.`;
      throw conflict('guild_in_use', message);
    }
    await lockOrganization(sql, found.id);
    for (const carry of CARRY_OVER) await sql.run(carry, [organizationId, found.id]);
    const successor = await em.findOneOrFail(Organization, organizationId);
    const { name, region, gameVersion, platformRealmId, platformGuildId, realmSlug, nameSlug, faction } = successor;
    const { foundedAt } = successor;
    await eraseImages(tx, 'logo', [organizationId]);
    // First, because an id of the platform belongs to one organization.
    await em.nativeDelete(Organization, organizationId);
    const former = await em.findOneOrFail(Organization, found.id);
    em.assign(former, {
      ...{ name, region, gameVersion, platformRealmId, platformGuildId, realmSlug, nameSlug, faction, foundedAt },
      ...{
        missingSince: null,
        rosterLastModified: null,
        detailsLastModified: null,
        emblemData: null,
        syncedLogoUrl: null,
      },
    });
    const details = { decision, name: found.name, platformGuildId };
    await writeAudit(tx, found.id, actor, 'guild_continued', details);
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
    await queueRosterSync(tx, found.id, 'user', actor.userId);
    return { organizationId: found.id };
  });
}
