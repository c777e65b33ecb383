/** Answers of Warcraft Logs, as its schema of July 2026 and recorded ones have them. Fields that we do not ask for are left out. */
import { platformName, platformText } from '@guildhall/contracts/name.ts';
import { z } from 'zod';

const id = z.int().min(0);
/** An instant or a time within a report, in milliseconds. */
const ms = z.number().min(0).max(8.64e15);

export const Points = z.object({
  limitPerHour: z.number().min(0),
  pointsSpentThisHour: z.number().min(0),
  /** Seconds. */
  pointsResetIn: z.number().min(0).max(86_400),
});
export type Points = z.infer<typeof Points>;

/**
 * `server` is the realm without spaces; `subType` the class without, or `Unknown` for a bystander. `icon` names the specialization
 * behind the class, as in `Hunter-BeastMastery`, where the report has one.
 */
export const Actor = z.object({
  id,
  name: platformName(60),
  server: platformText(60).nullish(),
  subType: platformText(40).nullish(),
  icon: platformText(80).nullish(),
});
export type Actor = z.infer<typeof Actor>;

/** Times are relative to the start of the report. An `encounterID` of 0 is trash, or a fight that was taken back. */
export const Fight = z.object({
  id,
  name: platformName(120),
  encounterID: id,
  originalEncounterID: id.nullish(),
  difficulty: id.nullish(),
  kill: z.boolean().nullish(),
  size: id.nullish(),
  startTime: ms,
  endTime: ms,
  /** How much was left of the encounter, 0 to 100. */
  fightPercentage: z.number().min(0).max(100).nullish(),
  friendlyPlayers: z.array(id).max(200).nullish(),
  inProgress: z.boolean().nullish(),
});
export type Fight = z.infer<typeof Fight>;

const Zone = z.object({
  id,
  name: platformName(120),
  encounters: z
    .array(z.object({ id, journalID: id }))
    .max(100)
    .nullish(),
});

const ReportFields = z.object({
  code: z.string().regex(/^[A-Za-z0-9]{16}$/),
  title: platformText(200),
  startTime: ms,
  endTime: ms,
  /** Public, unlisted or private. */
  visibility: z.string().max(20).nullish(),
  guild: z.object({ id }).nullish(),
  guildTag: z.object({ id }).nullish(),
  zone: Zone.nullish(),
});

/** A report in the list of its guild. */
export const ReportHead = ReportFields;
export type ReportHead = z.infer<typeof ReportHead>;

export const Report = ReportFields.extend({
  archiveStatus: z.object({ isArchived: z.boolean(), isAccessible: z.boolean() }).nullish(),
  fights: z.array(Fight).max(2_000).nullish(),
  masterData: z
    .object({
      /** 1 is retail; others are Classic. */
      gameVersion: z.int().nullish(),
      actors: z.array(Actor).max(5_000).nullish(),
    })
    .nullish(),
});
export type Report = z.infer<typeof Report>;

export const Guild = z.object({
  id,
  name: platformName(120),
  server: z
    .object({
      name: platformName(120),
      slug: platformText(120),
      region: z.object({ slug: platformText(20) }).nullish(),
    })
    .nullish(),
  tags: z
    .array(z.object({ id, name: platformName(120) }))
    .max(100)
    .nullish(),
});
export type Guild = z.infer<typeof Guild>;

/** A report of a guild with those who were there. Names have no realm; a `presence` of 2 is the bench, where the platform knows of it. */
export const PastNight = z.object({
  code: z.string().regex(/^[A-Za-z0-9]{16}$/),
  startTime: ms,
  zone: z.object({ name: platformName(120) }).nullish(),
  players: z
    .array(z.object({ name: platformName(60), type: platformText(40).nullish(), presence: z.int().nullish() }))
    .max(500)
    .nullish(),
});
export type PastNight = z.infer<typeof PastNight>;

export const PastNights = z.object({ data: z.array(PastNight).max(25), has_more_pages: z.boolean() });

export const Reports = z.object({ data: z.array(ReportHead).max(100), has_more_pages: z.boolean() });
