import { Migration } from '@mikro-orm/migrations';

export class Migration20261121193456_removed_participations extends Migration {

  override name = 'Migration20261121193456_removed_participations';

  override up(): void | Promise<void> {
    this.addSql(`alter table "participation" add "removed" boolean not null default false;`);
    // What the log knows of those who were taken out until now, and have said nothing since.
    this.addSql(`update "participation" p set removed = true where p.status = 'declined' and exists (
      select from "event_log_entry" l where l.event_id = p.event_id and l.person_id = p.user_id and l.kind = 'removed'
        and l.changes -> 'status' is not null and l.at >= p.status_since and l.actor_id is distinct from p.user_id)`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "participation" drop column "removed";`);
  }

}
