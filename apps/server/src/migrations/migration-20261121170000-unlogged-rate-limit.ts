import { Migration } from '@mikro-orm/migrations';

/** Counters that are worth nothing after a crash: without a log of their changes nobody waits for a disk. */
export class Migration20261121170000_unlogged_rate_limit extends Migration {
  override name = 'Migration20261121170000_unlogged_rate_limit';

  override up(): void | Promise<void> {
    this.addSql(`alter table "rate_limit" set unlogged;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "rate_limit" set logged;`);
  }
}
