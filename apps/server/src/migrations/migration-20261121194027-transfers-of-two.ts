import { Migration } from '@mikro-orm/migrations';

export class Migration20261121194027_transfers_of_two extends Migration {

  override name = 'Migration20261121194027_transfers_of_two';

  override up(): void | Promise<void> {
    // A candidate that was turned into a pair of one and the same is no question to anybody.
    this.addSql(`delete from "transfer_candidate" where leaver_id = joiner_id;`);
    this.addSql(`alter table "transfer_candidate" add constraint "transfer_candidate_of_two" check (leaver_id <> joiner_id);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "transfer_candidate" drop constraint "transfer_candidate_of_two";`);
  }

}
