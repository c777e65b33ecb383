import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { BattlenetPreviewInput } from '@guildhall/contracts/own-characters.ts';
import { askAsPerson } from '../auth/ask-as-person.ts';
import type { Actor } from '../core/actor.ts';
import { compareNames } from '../core/db/by-name.ts';
import { query } from '../core/db/statement.ts';
import { askBattlenet } from '../core/platform/ask-battlenet.ts';
import type { AppContext } from '../core/services/context.ts';
import { referenceNames } from '../reference/names.ts';
import { fetchAccountList } from './import-account.ts';
import { requireToken, withoutToken } from './start-character-sync.ts';

const KNOWN = query({
  realmId: 'int!',
  characterId: 'float',
  id: 'uuid',
  verified: 'bool',
  isMain: 'bool',
  archivedAt: 'instant?',
})`
  select platform_realm_id as "realmId", platform_character_id::float8 as "characterId", id,
    verified_at is not null as verified, is_main as "isMain", archived_at as "archivedAt"
  from character where user_id = $1 and region = $2 and game_version = $3 and platform_character_id is not null`;

/** Shows what a sync would bring from one branch of the game. Writes nothing except a renewed or refused token. */
export async function previewAccount(ctx: AppContext, actor: Actor, { gameVersion, locale }: BattlenetPreviewInput) {
  await requireToken(ctx, actor);
  await ctx.limits.take('gameplatform', actor.userId);
  const { region } = ctx.config.battlenet;
  const asked = await askBattlenet(ctx, (waiting) =>
    askAsPerson(ctx, actor.userId, waiting.signal, (token) =>
      fetchAccountList(ctx.battlenet, { ...waiting, region, gameVersion }, token),
    ),
  );
  if (asked.state !== 'answered') throw withoutToken(asked);
  const [rows, names] = await Promise.all([
    ctx.sql.many(KNOWN, [actor.userId, region, gameVersion]),
    referenceNames(ctx, locale),
  ]);
  const known = new Map(rows.map((row) => [`${row.realmId}/${row.characterId}`, row]));
  return asked.answer
    .filter(({ level }) => level > 0)
    .toSorted((left, right) => right.level - left.level || compareNames(left.name, right.name))
    .map(({ realmId, characterId, realmSlug, realmName, classId, raceId, ...character }) => {
      const own = known.get(`${realmId}/${characterId}`);
      const realm = textIn(realmName, 'en_US') ?? names.realmName({ region, gameVersion }, realmSlug);
      return {
        ...character,
        region,
        realm: { slug: realmSlug, name: realm },
        class: { id: classId, name: names.className(classId) },
        race: { id: raceId, name: names.raceName(raceId) },
        character: own ? { id: own.id, verified: own.verified, isMain: own.isMain, archivedAt: own.archivedAt } : null,
      };
    });
}
