import type { LineupCheckView, LineupListInput, LineupPlaceView } from '@guildhall/contracts/lineup.ts';
import { problemsOf } from '@guildhall/contracts/lineup-problems.ts';
import { type Coverage, coverage } from '@guildhall/contracts/raid-buffs.ts';
import { ArmorType } from '@guildhall/contracts/roster.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission } from '../../membership/rights/organization.access.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import { readLineups, readSetting, shownFor, sizeOf } from './lineup.queries.ts';
import { readPlaces, readSignedUp, withoutPlace } from './lineup-places.queries.ts';

/** Problems of each line-up, and the buffs of its people. For people who may edit the event. */
export async function checkLineups(
  { sql }: AppContext,
  actor: Actor,
  input: LineupListInput,
): Promise<LineupCheckView> {
  const { event, viewer, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  if (!mayEdit) throw lacksPermission('canManageEvents');
  const setting = await readSetting(sql, event.id, input.locale);
  const rows = await readLineups(sql, event, setting);
  const signedUp = await readSignedUp(sql, { event, viewer }, setting.gameVersion, input.locale);
  const own = [null, ...setting.bosses].flatMap((encounter) => {
    const shown = shownFor(rows, encounter?.id ?? null, true);
    return shown.row && shown.own ? [{ encounter, id: shown.row.id, difficulty: shown.difficulty }] : [];
  });
  const all = await readPlaces(
    sql,
    own.map(({ id }) => id),
    { mayEdit, viewer, locale: input.locale },
  );
  const lineups = own.map(({ encounter, id, difficulty }) => {
    const places = all.get(id) ?? [];
    const { version, buffs, utility } = coverage(setting.gameVersion, bringersOf(places, signedUp));
    return {
      encounter,
      problems: problemsOf(places, sizeOf(setting, event, difficulty)),
      buffsOf: version,
      buffs: buffs.map(presentBuff),
      utility: utility.map(presentBuff),
      armor: countArmor(places),
    };
  });
  return { lineups };
}

type Person = {
  raiderId: string;
  name: string | null;
  classId: number | null;
  specId: number | null;
  group: number | null;
};

const bringersOf = (places: LineupPlaceView[], signedUp: LineupPlaceView[]): Person[] =>
  [...places, ...withoutPlace(signedUp, places)]
    .filter(({ concern }) => concern === null)
    .map(({ raider, character, spec, group }) => ({
      raiderId: raider.id,
      name: character?.name ?? raider.name,
      classId: character?.class?.id ?? null,
      specId: spec?.id ?? null,
      group,
    }));

function presentBuff({ buff: { key, reach }, have, could, groupsWithout }: Coverage<Person>) {
  const name = ({ raiderId, name: called }: Person) => ({ raiderId, name: called });
  return { key, reach, have: have.map(name), could: could.map(name), groupsWithout };
}

function countArmor(places: LineupPlaceView[]) {
  const worn = places.filter(({ group }) => group !== null).map(({ character }) => character?.armor ?? 'unknown');
  return ArmorType.options
    .map((armor) => ({ armor, count: worn.filter((each) => each === armor).length }))
    .filter(({ armor, count }) => armor !== 'unknown' || count > 0);
}
