alter table "team" add "name_key" text not null;
create unique index "team_one_a_name" on "team" ("organization_id", "name_key") where archived_at is null;

create or replace function "membership_membership_ends_leads_fn"() returns trigger as $$ begin with ended as (
          update team_member m set lead = false from raider r, team t
          where r.organization_id = new.organization_id and r.user_id = new.user_id and m.raider_id = r.id and m.lead
            and t.id = m.team_id
          returning t.id, t.name
        )
        insert into audit_entry (organization_id, action, person_id, details)
        select new.organization_id, 'team_lead_dismissed', new.user_id,
          jsonb_build_object('teamId', id, 'name', name, 'because', 'membership_ended') from ended;         return null; end; $$ language plpgsql;
create trigger "membership_ends_leads" AFTER UPDATE on "membership" for each ROW
  when (((old.left_at IS NULL) AND (new.left_at IS NOT NULL))) execute function "membership_membership_ends_leads_fn"();
