/** Writes what a report says, as often as it is read: the same report leaves the same rows. */
import type { LogHost } from '@guildhall/contracts/night.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { Report, ReportHead } from '@guildhall/warcraftlogs/schemas.ts';
import { LockMode } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import { statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { Signer } from '../../core/secrets.ts';
import { LogReport } from './log-report.entity.ts';
import { pullsOfReport } from './night-rules.ts';

/** More than a night has; the rest of a longer report is left out. */
const MOST_PULLS = 300;
/** A report that grows no more for this long is complete. */
const QUIET_MS = 30 * 60_000;

const WRITE_PULLS = statement`
  insert into pull as k (report_id, fight_id, encounter_id, journal_encounter_id, name, difficulty, size, kill, started_at, seconds, percent)
  select $1, "fightId", "encounterId", "journalEncounterId", name, difficulty, size, kill, to_timestamp("startsAt" / 1000.0), seconds, percent
  from jsonb_to_recordset($2) as p("fightId" int, "encounterId" int, "journalEncounterId" int, name text, difficulty smallint,
    size smallint, kill boolean, "startsAt" float, seconds int, percent real)
  on conflict (report_id, fight_id) do update set encounter_id = excluded.encounter_id,
    journal_encounter_id = excluded.journal_encounter_id, name = excluded.name, difficulty = excluded.difficulty,
    size = excluded.size, kill = excluded.kill, started_at = excluded.started_at, seconds = excluded.seconds,
    percent = excluded.percent
  where (k.encounter_id, k.journal_encounter_id, k.name, k.difficulty, k.size, k.kill, k.started_at, k.seconds, k.percent)
    is distinct from (excluded.encounter_id, excluded.journal_encounter_id, excluded.name, excluded.difficulty,
      excluded.size, excluded.kill, excluded.started_at, excluded.seconds, excluded.percent)`;
const DROP_PULLS = statement`delete from pull where report_id = $1 and fight_id <> all($2::int[])`;
const PEOPLE = `jsonb_to_recordset($2) as a("fightId" int, "nameKey" text, "realmKey" text, name text, realm text, "className" text,
  "specName" text)`;
const WRITE_PEOPLE = statement`
  insert into pull_raider as r (pull_id, name_key, realm_key, name, realm, class_name, spec_name)
  select distinct on (p.id, a."nameKey", a."realmKey") p.id, a."nameKey", a."realmKey", a.name, a.realm, a."className", a."specName"
  from ${PEOPLE} join pull p on p.report_id = $1 and p.fight_id = a."fightId"
  order by p.id, a."nameKey", a."realmKey", a."specName"
  on conflict (pull_id, name_key, realm_key) do update set spec_name = excluded.spec_name
  where r.spec_name is distinct from excluded.spec_name`;
const DROP_PEOPLE = statement`
  delete from pull_raider r using pull p where p.id = r.pull_id and p.report_id = $1 and not exists (
    select from ${PEOPLE} where a."fightId" = p.fight_id and a."nameKey" = r.name_key and a."realmKey" = r.realm_key)`;

/** Neither host nor code follows from it. */
export const codeKeyOf = (sign: Signer, organizationId: string, host: LogHost, code: string) =>
  sign(`log report ${organizationId} ${host} ${code}`);

export type Place = {
  organizationId: string;
  host: LogHost;
  eventId: string | null;
  /** An officer chose the event. */
  pinned: boolean;
};

const isoOf = (ms: number) => new Date(Math.round(ms)).toISOString();

/** The row of a report, locked; one that is new is `listed`. */
export async function findReport({ em }: UnitOfWork, sign: Signer, head: ReportHead, place: Place) {
  const { organizationId, host } = place;
  const codeKey = codeKeyOf(sign, organizationId, host, head.code);
  const known = await em.findOne(
    LogReport,
    { organization: organizationId, codeKey },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  return (
    known ??
    em.create(LogReport, {
      organization: organizationId,
      codeKey,
      host,
      title: head.title,
      startsAt: isoOf(head.startTime),
      endsAt: isoOf(head.endTime),
      state: 'listed',
    })
  );
}

/** Notes a report of the guild's list, which belongs to no event yet. A detached one stays as it is. */
export async function keepHead(tx: UnitOfWork, sign: Signer, head: ReportHead, place: Place): Promise<void> {
  const row = await findReport(tx, sign, head, place);
  if (row.state === 'detached' || row.pinned) return;
  tx.em.assign(row, fieldsOf(head));
}

/** Writes fights and players. Tells of the events that gained or lost something. */
export async function keepReport(tx: UnitOfWork, sign: Signer, report: Report, place: Place): Promise<LogReport> {
  const { em, sql } = tx;
  const row = await findReport(tx, sign, report, place);
  // An officer detached it while it was read.
  if (row.state === 'detached' && !place.pinned) return row;
  const before = row.event?.id ?? null;
  // An officer chose an event while it was read.
  const eventId = row.pinned && !place.pinned ? before : place.eventId;
  const pulls = pullsOfReport(report).slice(0, MOST_PULLS);
  const isLive =
    (report.fights ?? []).some(({ inProgress }) => inProgress === true) || report.endTime > Date.now() - QUIET_MS;
  em.assign(row, {
    ...fieldsOf(report),
    event: eventId,
    pinned: row.pinned || place.pinned,
    state: isLive ? 'live' : 'complete',
    readAt: now(),
  });
  const people = pulls.flatMap(({ fightId, people: actors }) =>
    actors.map(({ name, server, subType, icon }) => ({
      fightId,
      nameKey: fold(name),
      realmKey: fold(server ?? ''),
      name,
      realm: server ?? '',
      className: subType && subType !== 'Unknown' ? subType : null,
      specName: (subType && icon?.startsWith(`${subType}-`) && icon.slice(subType.length + 1)) || null,
    })),
  );
  const rows = JSON.stringify(pulls.map(({ people: _, ...pull }) => pull));
  const changed = [
    await sql.run(DROP_PULLS, [row.id, pulls.map(({ fightId }) => fightId)]),
    await sql.run(WRITE_PULLS, [row.id, rows]),
    await sql.run(DROP_PEOPLE, [row.id, JSON.stringify(people)]),
    await sql.run(WRITE_PEOPLE, [row.id, JSON.stringify(people)]),
  ].some((count) => count > 0);
  const events = before === eventId && !changed ? [] : [before, eventId];
  for (const id of new Set(events)) if (id) publishNightChange(tx, place.organizationId, id);
  return row;
}

const fieldsOf = (head: ReportHead) => ({
  code: head.code,
  title: head.title,
  zone: head.zone?.name ?? null,
  guildId: head.guild?.id ?? null,
  unlisted: head.visibility === 'unlisted',
  startsAt: isoOf(head.startTime),
  endsAt: isoOf(head.endTime),
});

export function publishNightChange({ changed }: Pick<UnitOfWork, 'changed'>, organizationId: string, eventId: string) {
  changed({ type: 'night.changed', organizationId, subjectId: eventId, audience: 'roster' });
}
