import { Migration } from '@mikro-orm/migrations';

export class Migration20261121193049_signing_in_again extends Migration {

  override name = 'Migration20261121193049_signing_in_again';

  override up(): void | Promise<void> {
    this.addSql(`alter table "oauth_state" add "renew_only" boolean not null default false;`);

    this.addSql(`alter table "account" add "renewing_until" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "account" drop column "renewing_until";`);

    this.addSql(`alter table "oauth_state" drop column "renew_only";`);
  }

}
