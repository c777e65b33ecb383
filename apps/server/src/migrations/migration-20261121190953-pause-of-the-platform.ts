import { Migration } from '@mikro-orm/migrations';

export class Migration20261121190953_pause_of_the_platform extends Migration {

  override name = 'Migration20261121190953_pause_of_the_platform';

  override up(): void | Promise<void> {
    this.addSql(`alter table "platform_budget" add "paused_until" timestamptz(6) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "platform_budget" drop column "paused_until";`);
  }

}
