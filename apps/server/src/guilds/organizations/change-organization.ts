import type { UpdateOrganizationInput } from '@guildhall/contracts/manage-organization.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { OrganizationSettings, type SettingsPatchInput } from '@guildhall/contracts/organization-settings.ts';
import { ZodError } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { statement } from '../../core/db/statement.ts';
import { invalidInput } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo, refuseSynced } from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { claimAlias, keepFormerAlias } from '../guild-sync/claim-alias.ts';
import { saveTexts } from '../texts/save-texts.ts';
import { getOrganization } from './organization.queries.ts';
import { recordAttendancePolicy } from './record-attendance-policy.ts';

/** Changes name, type, alias and description; omitted fields stay. A game guild's name and type are the game's. */
export async function updateOrganization(
  ctx: AppContext,
  actor: Actor,
  { id, name, type, alias, description }: UpdateOrganizationInput,
): Promise<OrganizationView> {
  const organizationId = await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
    const { organizationId } = access;
    if (name !== undefined || type !== undefined || alias === null) {
      refuseSynced(access, 'The name of an in-game guild comes from the game, and it must keep an alias.');
    }
    if (alias) await claimAlias(tx, alias, organizationId);
    const organization = await em.findOneOrFail(Organization, organizationId);
    const before = { ...organization };
    em.assign(organization, given({ name, type, alias }));
    await saveTexts(tx, actor, organizationId, { description });
    if (before.alias && organization.alias !== before.alias) await keepFormerAlias(sql, before.alias, organizationId);
    const details = Object.fromEntries(
      (['name', 'type', 'alias'] as const)
        .filter((key) => organization[key] !== before[key])
        .map((key) => [key, { before: before[key], after: organization[key] }]),
    );
    if (Object.keys(details).length > 0) {
      await writeAudit(tx, organizationId, actor, 'organization_updated', details);
    }
    return organizationId;
  });
  return getOrganization(ctx, actor, { id: organizationId });
}

const DISCONNECT = statement`delete from chat_server_proof where organization_id = $1`;

/** Merges a patch into the settings. Concurrent patches both take effect; an invalid result changes nothing. */
export async function changeSettings(ctx: AppContext, actor: Actor, { id, ...patch }: SettingsPatchInput) {
  await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
    const organization = await em.findOneOrFail(Organization, organizationId);
    const before: OrganizationSettings = organization.settings;
    const { data: after, error } = OrganizationSettings.safeParse(mergePatch(before, patch));
    if (error) throw invalidInput(error);
    refuseServer(before, after);
    const changed = changedKeys(before, after);
    if (changed.length === 0) return;
    organization.settings = after;
    if (before.chat?.serverId && !after.chat?.serverId) await sql.run(DISCONNECT, [organizationId]);
    await recordAttendancePolicy(sql, organizationId, actor.userId, { before, after });
    await writeAudit(tx, organizationId, actor, 'settings_changed', { changed });
  });
  return getOrganization(ctx, actor, { id });
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396): merges objects, removes on null, replaces everything else. */
function mergePatch(target: Json, patch: Json): Json {
  const merged: Json = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const old = merged[key];
    const next = isObject(value) ? mergePatch(isObject(old) ? old : {}, value) : value;
    if (next === null) delete merged[key];
    else merged[key] = next;
  }
  return merged;
}

/** Naming a server proves nothing: only people who manage it can connect it. */
function refuseServer(before: OrganizationSettings, after: OrganizationSettings): void {
  const { serverId } = after.chat ?? {};
  if (!serverId || serverId === before.chat?.serverId) return;
  const message = 'is set when the server is connected: start with POST /organizations/{id}/discord/install';
  throw invalidInput(new ZodError([{ code: 'custom', path: ['chat', 'serverId'], message, input: serverId }]));
}

/** Names the keys but not the values: messages may name people. */
function changedKeys(before: OrganizationSettings, after: OrganizationSettings): string[] {
  const [old, now] = [flattened(before), flattened(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key)).toSorted();
}

function flattened(settings: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(settings).flatMap(([key, value]) =>
      isObject(value)
        ? [...flattened(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, JSON.stringify(value)] as const],
    ),
  );
}
