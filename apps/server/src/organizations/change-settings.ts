import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { OrganizationSettings, type SettingsPatchInput } from '@guildhall/contracts/organization-settings.ts';
import { ZodError } from 'zod';
import { recordPolicy } from '../attendance/attendance-policy.ts';
import type { Actor } from '../core/actor.ts';
import { json, query, statement } from '../core/db/statement.ts';
import { invalidInput } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockedAccessTo } from '../rights/lock-organization.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { getOrganization } from './organization.queries.ts';

const SETTINGS = query({ settings: json<OrganizationSettings>() })`select settings from organization where id = $1`;
const SAVE = statement`update organization set settings = $2 where id = $1`;
const DISCONNECT = statement`delete from chat_server_proof where organization_id = $1`;

/** Merges a patch into the settings. Concurrent patches both take effect; an invalid result changes nothing. */
export async function changeSettings(
  ctx: AppContext,
  actor: Actor,
  { id, ...patch }: SettingsPatchInput,
): Promise<OrganizationView> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
    const { settings: before } = await sql.one(SETTINGS, [organizationId]);
    const { data: after, error } = OrganizationSettings.safeParse(mergePatch(before, patch));
    if (error) throw invalidInput(error);
    refuseServer(before, after);
    const changed = changedKeys(before, after);
    if (changed.length === 0) return;
    await sql.run(SAVE, [organizationId, JSON.stringify(after)]);
    if (before.chat?.serverId && !after.chat?.serverId) await sql.run(DISCONNECT, [organizationId]);
    await recordPolicy(sql, organizationId, actor.userId, { before, after });
    await writeAudit(tx, { organizationId, action: 'settings_changed', actorId: actor.userId, details: { changed } });
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
