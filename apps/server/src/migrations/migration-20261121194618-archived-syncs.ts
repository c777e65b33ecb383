import { Migration } from '@mikro-orm/migrations';

export class Migration20261121194618_archived_syncs extends Migration {

  override name = 'Migration20261121194618_archived_syncs';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sync_session" drop constraint "sync_session_error_reason_check";`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_error_reason_check" check ("error_reason" in ('platform_unavailable', 'platform_rate_limited', 'platform_answer_malformed', 'gameplatform_token_expired', 'guild_not_found', 'organization_archived', 'roster_shrank', 'interrupted', 'internal'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "sync_session" drop constraint "sync_session_error_reason_check";`);
    this.addSql(`alter table "sync_session" add constraint "sync_session_error_reason_check" check ("error_reason" in ('platform_unavailable', 'platform_rate_limited', 'platform_answer_malformed', 'gameplatform_token_expired', 'guild_not_found', 'roster_shrank', 'interrupted', 'internal'));`);
  }

}
