import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { refusals } from '../bindings/refused-items.ts';

/**
 * - `giving`: written before the platform is asked, so that a killed worker leaves no role without a record
 * - `given`: by the service, which alone makes it ours to take
 * - `had`: the member had the role already
 * - `taken`: an officer took the role by hand, so it is not given again unasked
 * - `absent`: the person is not on the server, or, with a code, the platform refuses to give the role
 *
 * In another state, the code is that of a refusal to take the role or to show the person.
 */
export const GRANT_STATES = ['giving', 'given', 'had', 'taken', 'absent'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** One person and one role on a chat server, as far as a rule is or was about them. */
export const DiscordRoleGrant = defineEntity({
  name: 'DiscordRoleGrant',
  properties: {
    serverId: p.text().primary(),
    discordUserId: p.text().primary(),
    discordRoleId: p.text().primary(),
    /** The organization whose rule gave it first; null once that is deleted. */
    organization: () => p.manyToOne(Organization).nullable().deleteRule('set null').index(),
    state: p.enum([...GRANT_STATES]),
    /** When the member is looked at again. */
    lookAt: instant(),
    ...refusals,
    /** The platform refused to let the role be taken. */
    blockedUntil: instant().nullable(),
    /** Held by the brake. */
    heldAt: instant().nullable(),
    /** An officer agreed that it is taken. */
    releasedAt: instant().nullable(),
  },
  indexes: [{ name: 'discord_role_grant_of_person', properties: ['discordUserId'] }],
});
