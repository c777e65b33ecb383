/** Makes line-ups of a proposal: the first is that of the event itself, the others those of drafts beside it. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import { client } from '../../api/client.ts';
import { addDays } from '../signups/days.ts';

type Run = ProposedSplitView['runs'][number];
type Making = {
  event: EventView;
  runs: readonly Run[];
  /** The version of the event’s line-up that the officer has seen: a newer one is not replaced. */
  version: number;
  together: boolean;
  difficulty: LineupDifficulty | null;
  /** The same for each attempt, so that no event is made twice. */
  key: string;
  titleOf(number: number): string;
};

/** As long as a title may be. */
const LONGEST_TITLE = 120;

export async function makeRuns({ event, runs, version: seen, difficulty, ...making }: Making): Promise<void> {
  for (const [index, { places }] of runs.entries()) {
    const id = index === 0 ? event.id : await makeEvent({ event, ...making }, index);
    const version = index === 0 ? seen : (await client.lineups.get.query({ id, encounterId: 'all' })).version;
    await client.lineups.save.mutate({
      ...{ id, encounterId: 'all', version, difficulty },
      places: places.map(({ raider, character, spec, role, group, slot }) => ({
        raiderId: raider.id,
        characterId: character.characterId,
        raiderCharacterId: character.raiderCharacterId,
        specId: spec?.id ?? null,
        ...{ role, group, slot },
      })),
    });
  }
}

/** Runs at the same time begin with the event, others a day later each. */
async function makeEvent(
  { event, together, key, titleOf }: Omit<Making, 'runs' | 'version' | 'difficulty'>,
  index: number,
): Promise<string> {
  const { title, description, type, scope, timeZone, anyRole, countsForAttendance, journalInstance, team, slots } =
    event;
  const [day = '', time = ''] = event.localStart.split('T');
  const suffix = ` · ${titleOf(index + 1)}`;
  const { id } = await client.events.create.mutate(
    {
      id: event.organizationId,
      title: `${title.slice(0, LONGEST_TITLE - suffix.length)}${suffix}`,
      ...{ description, type, scope, timeZone, anyRole, countsForAttendance },
      localStart: `${together ? day : addDays(day, index)}T${time.slice(0, 5)}`,
      durationMinutes: (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000,
      journalInstanceId: journalInstance?.id ?? null,
      teamId: team?.id ?? null,
      slots: slots.map(({ roleKey, max }) => ({ roleKey, max })),
      status: 'draft',
    },
    { context: { idempotencyKey: `${key}-${index}` } },
  );
  return id;
}
