import type { Character } from '@guildhall/simulator/world-model.ts';
import { queueEnrichment } from '../../apps/server/src/armory/enrichment/queue-enrichment.ts';
import { query } from '../../apps/server/src/core/db/statement.ts';
import type { AppContext } from '../../apps/server/src/core/services/context.ts';

const PERSON = query({ id: 'uuid' })`insert into app_user (display_name) values ('Person') returning id`;

const CHARACTERS = query({ characterId: 'uuid' })`
  insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
    realm_slug, class_id, race_id, level, verified_at)
  select $1, 'synced', 'us', 'retail', "realmId", "characterId", name, "realmSlug", "classId", "raceId", level, now()
  from jsonb_to_recordset($2::jsonb) as c("realmId" int, "characterId" bigint, name text, "realmSlug" text,
    "classId" smallint, "raceId" smallint, level smallint)
  returning id as "characterId"`;

/** Gives characters of the simulated world to this many people, each of whom requests all of theirs. */
export async function queueAllCharacters(ctx: AppContext, characters: Character[], people: number): Promise<void> {
  const share = Math.ceil(characters.length / people);
  for (let person = 0; person < people; person += 1) {
    const own = characters.slice(person * share, (person + 1) * share).map((character) => ({
      realmId: character.realm.id,
      characterId: character.id,
      name: character.name,
      realmSlug: character.realm.slug,
      classId: character.classId,
      raceId: character.raceId,
      level: character.level,
    }));
    await ctx.transact(async (tx) => {
      const user = await tx.sql.one(PERSON);
      const rows = await tx.sql.many(CHARACTERS, [user.id, JSON.stringify(own)]);
      const requests = rows.map(({ characterId }) => ({ characterId, profileAsked: false }));
      await queueEnrichment(tx, user.id, requests, 'sync');
    });
  }
}
