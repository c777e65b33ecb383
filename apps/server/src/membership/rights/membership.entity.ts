import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from './organization.entity.ts';

/** The time during which a person belonged to an organization. In a synced guild it follows the verified claims. */
export const Membership = defineEntity({
  name: 'Membership',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    joinedAt: createdAt(),
    /** The date of before, for a person whose character returned to the roster within 90 days. */
    memberSince: instant().nullable(),
    leftAt: instant().nullable(),
    /** Ranks of the person's proved characters in the roster. For logging changes only; no right depends on it. */
    ranks: p.array().$type<number[]>().columnType('smallint[]').defaultRaw(`'{}'`),
    /** The ranks, roles and consents that ended with it, for a return within 30 days. */
    ended: p.json<{ ranks: number[]; roles: string[]; consents: object[] }>().nullable(),
  },
  uniques: [{ name: 'membership_one_live', properties: ['organization', 'user'], where: 'left_at is null' }],
  indexes: [
    { name: 'membership_by_time', properties: ['organization', 'joinedAt', 'id'], where: 'left_at is null' },
    // Includes former members: attendance counts every person who was there.
    { name: 'membership_ever', properties: ['organization', 'user'] },
  ],
  triggers: [
    {
      // Granted roles and consents end with the membership, however it ends: people who come back are not officers again.
      name: 'membership_ends_grants',
      timing: 'after',
      events: ['update'],
      // Written the way PostgreSQL prints it back; otherwise the drift check would always see a difference.
      when: '((old.left_at IS NULL) AND (new.left_at IS NOT NULL))',
      body: `
        with roles as (
          delete from role_holder where organization_id = new.organization_id and user_id = new.user_id returning role_id
        ), consents as (
          delete from act_consent c using service_account a
          where a.id = c.service_id and a.organization_id = new.organization_id and c.user_id = new.user_id
          returning c.service_id, c.scopes, c.agreed_at
        ), kept as (
          update membership set ended = jsonb_build_object('ranks', old.ranks,
            'roles', array(select role_id from roles), 'consents', array(select to_jsonb(c) from consents c))
          where id = new.id and old.ranks <> '{}' and (exists (select from roles) or exists (select from consents))
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'role_withdrawn', new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'membership_ended')
        from roles join role r on r.id = roles.role_id;
        return null`,
    },
    {
      // The same holds for the teams that they lead. They stay in the teams, as their answers stay.
      name: 'membership_ends_leads',
      timing: 'after',
      events: ['update'],
      when: '((old.left_at IS NULL) AND (new.left_at IS NOT NULL))',
      body: `
        with ended as (
          update team_member m set lead = false from raider r, team t
          where r.organization_id = new.organization_id and r.user_id = new.user_id and m.raider_id = r.id and m.lead
            and t.id = m.team_id
          returning t.id, t.name
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'team_lead_dismissed', new.user_id,
          jsonb_build_object('teamId', id, 'name', name, 'because', 'membership_ended') from ended;
        return null`,
    },
    {
      // A false answer of the game takes nothing for good: a return at no lower a rank brings back what had ended.
      name: 'membership_brings_grants_back',
      timing: 'after',
      events: ['insert'],
      when: "(new.ranks <> '{}'::smallint[])",
      body: `
        with back as (
          select ended from (
            select ended from membership
            where organization_id = new.organization_id and user_id = new.user_id and left_at > now() - interval '30 days'
            order by left_at desc limit 1
          ) latest
          where (select min(rank) from unnest(new.ranks) rank)
            <= (select min(rank::smallint) from jsonb_array_elements_text(ended -> 'ranks') rank)
        ), consents as (
          insert into act_consent (user_id, service_id, scopes, agreed_at)
          select new.user_id, a.id, c.scopes, c.agreed_at
          from back, jsonb_to_recordset(ended -> 'consents') as c(service_id uuid, scopes text[], agreed_at timestamptz)
          join service_account a on a.id = c.service_id
          on conflict do nothing
        ), roles as (
          insert into role_holder (organization_id, role_id, user_id)
          select r.organization_id, r.id, new.user_id
          from back, jsonb_array_elements_text(ended -> 'roles') as held(id)
          join role r on r.id = held.id::uuid and r.organization_id = new.organization_id
          on conflict do nothing returning role_id
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'role_granted', new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'returned')
        from roles join role r on r.id = roles.role_id;
        return null`,
    },
    {
      // Their places at events may be lost, see `event_look`.
      name: 'membership_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: '((old.left_at IS NULL) AND (new.left_at IS NOT NULL))',
      body: `
        insert into event_look (part, user_id) values ('places', new.user_id);
        return null;`,
    },
    {
      // Roles based on ranks, including the founder role of rank 0, come and go with the roster.
      name: 'membership_tells_of_ranks',
      timing: 'after',
      events: ['insert', 'update'],
      body: `
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, case when r.held then 'role_granted' else 'role_withdrawn' end, new.user_id,
          jsonb_build_object('roleId', r.id, 'name', r.name, 'because', 'roster')
        from (
          select r.id, r.name, r.is_founder, r.game_rank, coalesce(r.game_rank, 0) = any(new.ranks) as held,
            tg_op = 'UPDATE' and coalesce(r.game_rank, 0) = any(old.ranks) as was_held
          from role r where r.organization_id = new.organization_id and (r.game_rank is not null or r.is_founder)
        ) r
        where r.held <> r.was_held
        order by r.held, r.is_founder desc, r.game_rank;
        return null`,
    },
  ],
});
