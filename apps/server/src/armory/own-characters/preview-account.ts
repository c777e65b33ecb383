import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { BattlenetPreviewInput } from '@guildhall/contracts/own-characters.ts';
import type { Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { compareNames } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import { askBattlenet } from '../../core/platform/ask-battlenet.ts';
import type { AppContext } from '../../core/services/context.ts';
import { askAsPerson } from '../../identity/sessions/ask-as-person.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { fetchAccountList } from './import-account.ts';
import { regionsAsked } from './regions.ts';
import { refusalWithoutToken, requirePlatformToken } from './start-character-sync.ts';

const KNOWN = query({
  region: 'text',
  realmId: 'int!',
  characterId: 'float',
  id: 'uuid',
  verified: 'bool',
  isMain: 'bool',
  archivedAt: 'instant?',
})`
  select region, platform_realm_id as "realmId", platform_character_id::float8 as "characterId", id,
    verified_at is not null as verified, is_main as "isMain", archived_at as "archivedAt"
  from character where user_id = $1 and region = any($2) and game_version = $3 and platform_character_id is not null`;

/** A region that refuses beside one that answers has nothing of the account; only all of them lack its permission. */
const isForbidden = (one: PromiseSettledResult<unknown>): boolean =>
  one.status === 'rejected' && one.reason instanceof BattlenetError && one.reason.kind === 'forbidden';

/** Shows what a sync would bring from one branch of the game. Writes nothing except a renewed or refused token. */
export async function previewAccount(ctx: AppContext, actor: Actor, { gameVersion, locale }: BattlenetPreviewInput) {
  await requirePlatformToken(ctx, actor);
  await ctx.limits.take('gameplatform', actor.userId);
  const regions = await regionsAsked(ctx);
  const asked = await askBattlenet(ctx, (waiting) =>
    askAsPerson(ctx, actor.userId, waiting.signal, async (token) => {
      const list = (region: Region) => fetchAccountList(ctx.battlenet, { ...waiting, region, gameVersion }, token);
      const lists = await Promise.allSettled(regions.map(list));
      const refused = lists.filter(isForbidden);
      const [failure = refused.length === lists.length ? refused[0] : undefined] = lists.filter(
        (one) => one.status === 'rejected' && !isForbidden(one),
      );
      if (failure?.status === 'rejected') throw failure.reason;
      return lists.flatMap((one) => (one.status === 'fulfilled' ? one.value.characters : []));
    }),
  );
  if (asked.state !== 'answered') throw refusalWithoutToken(asked);
  const [rows, names] = await Promise.all([
    ctx.sql.many(KNOWN, [actor.userId, regions, gameVersion]),
    referenceNames(ctx, locale),
  ]);
  const known = new Map(rows.map((row) => [`${row.region}/${row.realmId}/${row.characterId}`, row]));
  return asked.answer
    .filter(({ level }) => level > 0)
    .toSorted((left, right) => right.level - left.level || compareNames(left.name, right.name))
    .map(({ region, realmId, characterId, realmSlug, realmName, classId, raceId, ...character }) => {
      const own = known.get(`${region}/${realmId}/${characterId}`);
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
