import { Migration } from '@mikro-orm/migrations';

/** The rows of recipes that are known come from a trigger: it is asked about what was written before there was one. */
export class Migration20261121164500_known_recipes extends Migration {
  override name = 'Migration20261121164500_known_recipes';

  override up(): void {
    this.addSql(`update character_section set section = section where section = 'professions';`);
  }

  override down(): void {}
}
