import type { AmendAwardInput, LootAwardView } from '@guildhall/contracts/loot.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';
import {
  abilityFor,
  isLead,
  lacksPermission,
  logManaged,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { findRaider } from '../../raiders/raider.access.ts';
import { noAward, publishLootChange, refuseTooManyAwards } from './loot.access.ts';
import { readAward } from './loot.queries.ts';
import { LootAward, LootResponse } from './loot-award.entity.ts';

const PLACE = query({ organizationId: 'uuid', teamId: 'uuid?' })`
  select a.organization_id as "organizationId", coalesce(e.team_id, a.team_id) as "teamId"
  from loot_award a left join event e on e.id = a.event_id where a.award_id = $1 and a.holds`;

type AwardAccess = {
  access: OrganizationAccess;
  /** The only team whose awards the caller may amend; null for all. */
  teamId: string | null;
};

/** NOT_FOUND for those who may not see the history. Leads of the team of its night may amend an award. */
async function accessTo({ sql }: UnitOfWork, actor: Actor, awardId: string): Promise<AwardAccess> {
  const place = await sql.maybe(PLACE, [awardId]);
  if (!place) throw noAward();
  const access = await organizationAccess(sql, actor, place.organizationId, noAward);
  const ability = abilityFor(actor, access);
  const leads = place.teamId !== null && isLead(access, place.teamId);
  if (ability.cannot('read', 'Roster') && ability.cannot('update', 'Loot') && !leads) throw noAward();
  if (ability.cannot('update', 'Loot') && !leads) throw lacksPermission('canManageLoot');
  refuseArchived(access);
  await logManaged(sql, actor, access);
  return { access, teamId: ability.can('update', 'Loot') ? null : place.teamId };
}

const REMEMBER = statement`
  insert into raider_alias (organization_id, raider_id, source, key) values ($1, $2, 'loot', $3)
  on conflict (organization_id, source, key) do update set raider_id = excluded.raider_id`;
const FOLLOW = statement`
  update loot_award a set raider_id = $2
  where organization_id = $1 and raider_id is null and name_key = $3 and realm_key = $4 and name_key <> ''
    and ($5::uuid is null or coalesce((select e.team_id from event e where e.id = a.event_id), a.team_id) = $5)`;

/** Adds a row that holds from now on; the one before stays. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export async function amendAward(ctx: AppContext, actor: Actor, input: AmendAwardInput): Promise<LootAwardView> {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { access, teamId } = await accessTo(tx, actor, input.id);
    const { organizationId } = access;
    const before = await em.findOne(
      LootAward,
      { awardId: input.id, holds: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!before) throw noAward();
    await refuseTooManyAwards(sql, organizationId);
    const raider = input.raiderId === undefined ? null : await findRaider(tx, organizationId, input.raiderId);
    const response = input.response === undefined ? null : await findResponse(tx, organizationId, input.response);
    const unknown = before.raider === null && raider !== null;
    before.holds = false;
    // New rows are written before changed ones, and the index allows one row of an award to hold.
    await em.flush();
    em.create(LootAward, {
      ...contentOf(before),
      id: uuidv7(),
      amends: before.id,
      holds: true,
      byOfficer: true,
      createdBy: actor.userId,
      ...(raider && { raider: em.getReference(Raider, raider.id) }),
      ...(response && { response: response.text, responseKey: response.key }),
      ...(input.track !== undefined && { track: input.track }),
      ...(input.withdrawn !== undefined && { withdrawn: input.withdrawn }),
      ...(input.note !== undefined && { note: input.note }),
    });
    if (unknown && before.nameKey !== '') {
      const { nameKey, realmKey } = before;
      // The name is decided for other teams by those who manage their loot.
      if (teamId === null) await sql.run(REMEMBER, [organizationId, raider.id, `${nameKey}${realmKey}`]);
      await sql.run(FOLLOW, [organizationId, raider.id, nameKey, realmKey, teamId]);
    }
    publishLootChange(tx, organizationId);
    const view = await readAward(sql, actor, access, input.id);
    if (!view) throw noAward();
    return view;
  });
}

/** The columns of a row, which its amendment begins with. */
const contentOf = (award: LootAward) => ({
  ...{ organization: award.organization, awardId: award.awardId, awardKey: award.awardKey, dropKey: award.dropKey },
  ...{ tool: award.tool, asOf: award.asOf, line: award.line },
  ...{ team: award.team, event: award.event, raider: award.raider, name: award.name, realm: award.realm },
  ...{ nameKey: award.nameKey, realmKey: award.realmKey, className: award.className, itemId: award.itemId },
  ...{ itemName: award.itemName, itemString: award.itemString, track: award.track, instance: award.instance },
  ...{ boss: award.boss, receivedAt: award.receivedAt, dayOnly: award.dayOnly, response: award.response },
  ...{ responseKey: award.responseKey, votes: award.votes, note: award.note, oldItems: award.oldItems },
  withdrawn: award.withdrawn,
});

async function findResponse({ em }: UnitOfWork, organizationId: string, key: string): Promise<LootResponse> {
  const response = await em.findOne(LootResponse, { organization: organizationId, key });
  if (!response) throw noResponse();
  return response;
}

export const noResponse = () =>
  notFound('loot_response_not_found', 'There is no such response in the history. Read the list of responses again.');
