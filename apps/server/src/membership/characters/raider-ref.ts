/** How answers show a raider: one way for all statements, so that none tells everyone which names are not proven. */
import { RaiderKind } from '@guildhall/contracts/raider.ts';
import type { Actor } from '../../core/actor.ts';
import { columns, object, text } from '../../core/db/statement.ts';
import { abilityFor, type OrganizationAccess } from '../rights/organization.access.ts';

export const RaiderFields = columns({
  id: 'uuid',
  name: 'text?',
  kind: text(RaiderKind.options),
  hasAccount: 'bool',
  notProven: 'bool',
});
export const RaiderColumn = object(RaiderFields);

/** A parameter that holds the answer of `seesProof`, or a constant where no caller asks. */
export type SeesProof = `$${number}` | 'true' | 'false';

type Aliases = { r?: string; name?: string };

/** The fields of a raider `r` with person `u`, as the arguments of `jsonb_build_object`. */
export const raiderFields = (
  seesProof: SeesProof,
  { r = 'r', name = `coalesce(u.display_name, ${r}.name)` }: Aliases = {},
) => `'id', ${r}.id, 'name', ${name}, 'kind', ${r}.kind, 'hasAccount', ${r}.user_id is not null,
    'notProven', ${seesProof}::bool and ${r}.discord_key is not null`;

export const raiderRef = (seesProof: SeesProof, aliases?: Aliases) =>
  `jsonb_build_object(${raiderFields(seesProof, aliases)})`;

/** Only people who manage the roster learn that a name is not proven. */
export const seesProof = (actor: Actor, access: OrganizationAccess): boolean =>
  abilityFor(actor, access).can('update', 'Roster');
