/** Reserves of items for one event, as Classic guilds share out loot, with SR+: a plus for what was reserved before and not won. */
import { z } from 'zod';
import { EventRef } from './event.ts';
import { ItemRef, MAX_ITEM_ID } from './item.ts';
import { NamedRef } from './organization.ts';
import {
  bodyInteger,
  GameVersion,
  Id,
  InLocale,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
} from './primitives.ts';
import { RaiderRef } from './raider.ts';

/** The people who see the reserves of others before they are locked. Afterwards everybody does who sees the event. */
export const ReservesSeenBy = z
  .enum(['everybody', 'officers', 'nobody'])
  .meta({ id: 'ReservesSeenBy', description: '`officers` are the people who may change the sheet' });
export type ReservesSeenBy = z.infer<typeof ReservesSeenBy>;

export const ReserveFormat = z.enum(['gargul', 'rollfor', 'csv']).meta({ id: 'ReserveFormat' });
export type ReserveFormat = z.infer<typeof ReserveFormat>;

export const MAX_RESERVES = 10;
/** All that one event has, brought in ones included. */
export const MAX_RESERVES_KEPT = 2_000;
export const MAX_PLUS = 100_000;
/** Weeks without a reserve after which a plus is lost. */
export const LOST_AFTER_WEEKS = 4;
export const MAX_HARD_RESERVES = 100;

const ItemId = bodyInteger({ min: 1, max: MAX_ITEM_ID, description: 'Id of an item', example: 19_346 });
const Limit = (description: string) => bodyInteger({ min: 1, max: MAX_RESERVES, description, example: 2 });

const Rules = {
  perPerson: z.int().meta({ description: 'Reserves that each person has' }),
  perItem: z.int().meta({ description: 'How often a person may reserve one item' }),
  seenBy: ReservesSeenBy,
  locksMinutes: z.int().meta({ description: 'Minutes before the start at which reserves are locked' }),
  plusStep: z
    .int()
    .nullable()
    .meta({
      description: `SR+: what an item gains each time that the same person reserves it again and has not won it. Null without SR+. It is lost when the person wins it, reserves other items instead, or has no reserve in ${LOST_AFTER_WEEKS} weeks that had a sheet`,
    }),
};

export const ReservePlus = z
  .object({
    value: z.int(),
    nights: z.int().meta({ description: 'Sheets in a row with this item that it rests on, this one included' }),
    since: Instant.meta({ description: 'Start of the first of them' }),
    corrected: z
      .object({ note: z.string(), by: PersonRef.nullable() })
      .nullable()
      .meta({ description: 'Why an officer set the plus here. Later sheets go on from it' }),
  })
  .meta({ id: 'ReservePlus' });
export type ReservePlus = z.infer<typeof ReservePlus>;

export const ReserveView = z
  .object({
    id: z.string(),
    raider: RaiderRef,
    userId: z.string().nullable().meta({ description: 'The account of the raider; null without one' }),
    mine: z.boolean(),
    character: z
      .object({ name: z.string(), class: NamedRef.nullable(), color: z.string().nullable() })
      .nullable()
      .meta({ description: 'The one that comes to the event, or the main; null if none is known' }),
    item: ItemRef,
    count: z.int(),
    plus: ReservePlus.nullable().meta({ description: 'Null without SR+' }),
    enteredBy: PersonRef.nullable().meta({
      description: 'The officer who reserved it for the raider; null where the raider did, or it was brought in',
    }),
  })
  .meta({ id: 'Reserve' });
export type ReserveView = z.infer<typeof ReserveView>;

const ID = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
const item = { id: 19_346, name: 'Dragonfang Blade', quality: 'epic' as const, slot: 'weapon' as const };
const startsAt = '2026-11-20T20:00:00.000Z';
const before = { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e60', title: 'Blackwing Lair', startsAt };
const rules = { perPerson: 2, perItem: 1, seenBy: 'nobody' as const, locksMinutes: 0, plusStep: 10 };

export const ReservesView = z
  .object({
    event: EventRef.extend({
      instanceId: z.int().nullable().meta({ description: 'A raid or dungeon of the journal' }),
    }),
    organizationId: z.string(),
    gameVersion: GameVersion,
    mayChange: z.boolean().meta({ description: 'Whether the caller may change the sheet' }),
    mayReserve: z.boolean().meta({ description: 'Whether the caller may reserve now' }),
    mayReserveForOthers: z.boolean().meta({ description: 'Whether the caller may reserve for other raiders now' }),
    sheet: z
      .object({
        ...Rules,
        locksAt: Instant,
        locked: z.boolean(),
        continues: EventRef.nullable().meta({
          description: 'The event whose sheet this one continues: SR+ counts along these',
        }),
        hard: z
          .array(z.object({ item: ItemRef, note: z.string().nullable() }))
          .meta({ description: 'Items that are kept for the guild: no member reserves them' }),
      })
      .nullable()
      .meta({ description: 'Null while the event has none' }),
    hidden: z.boolean().meta({ description: 'Whether the caller sees their own reserves alone for now' }),
    reserves: z
      .array(ReserveView)
      .meta({ description: `By item, the highest plus first; ${MAX_RESERVES_KEPT} at most` }),
    total: z
      .object({ reserves: z.int(), raiders: z.int() })
      .meta({ description: 'How many there are, hidden ones included' }),
    proposal: z
      .object({
        ...Rules,
        continues: EventRef.nullable(),
        hard: z.array(z.object({ itemId: z.int(), note: z.string().nullable() })),
      })
      .nullable()
      .meta({
        description:
          'For people who may change the sheet, while there is none: the rules of the last one of the series, or else of the team, or the defaults',
      }),
  })
  .meta({
    id: 'Reserves',
    examples: [
      {
        event: { id: ID, title: 'Blackwing Lair', startsAt: '2026-11-27T20:00:00.000Z', instanceId: null },
        organizationId: '0199d3a0-0000-7000-8000-000000000001',
        gameVersion: 'classic',
        mayChange: false,
        mayReserve: true,
        mayReserveForOthers: false,
        sheet: {
          ...rules,
          locksAt: '2026-11-27T20:00:00.000Z',
          locked: false,
          continues: before,
          hard: [
            { item: { id: 19_003, name: 'Head of Nefarian', quality: 'epic', slot: 'other' }, note: 'By the council' },
          ],
        },
        hidden: true,
        reserves: [
          {
            id: '0199d3a0-0000-7000-8000-000000000041',
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Brynhild',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            userId: '0199d3a0-0000-7000-8000-000000000005',
            mine: true,
            character: { name: 'Brynhild', class: { id: 1, name: 'Warrior' }, color: '#C69B6D' },
            item,
            count: 1,
            plus: { value: 10, nights: 2, since: startsAt, corrected: null },
            enteredBy: null,
          },
        ],
        total: { reserves: 31, raiders: 17 },
        proposal: null,
      },
    ],
  });
export type ReservesView = z.infer<typeof ReservesView>;

export const ReservesInput = z.object({ id: Id, ...InLocale });
export type ReservesInput = z.infer<typeof ReservesInput>;

export const PutReserveSheetInput = z.strictObject({
  id: Id,
  perPerson: Limit('Reserves that each person has').default(2),
  perItem: Limit('How often a person may reserve one item').default(1),
  seenBy: ReservesSeenBy.default('everybody'),
  locksMinutes: bodyInteger({
    min: 0,
    max: 10_080,
    description: 'Minutes before the start at which reserves are locked',
    example: 60,
  }).default(0),
  plusStep: bodyInteger({ min: 1, max: 1_000, description: 'The step of SR+; null without SR+', example: 10 })
    .nullable()
    .default(null),
  continuesId: Id.nullable().optional().meta({
    description:
      'An earlier event of the organization with a sheet, along which SR+ counts. Left out, a new sheet continues the last one of the series, or else of the team, and another one stays as it is',
  }),
  hard: z
    .array(z.strictObject({ itemId: ItemId, note: lineOfText(100).nullable().optional() }))
    .max(MAX_HARD_RESERVES)
    .refine((hard) => new Set(hard.map(({ itemId }) => itemId)).size === hard.length, 'must not name an item twice')
    .default([])
    .meta({ description: 'Items that are kept for the guild: no member reserves them' }),
});
export type PutReserveSheetInput = z.infer<typeof PutReserveSheetInput>;

const AllReserves = z
  .array(
    z.strictObject({
      itemId: ItemId,
      count: bodyInteger({ min: 1, max: MAX_RESERVES, description: 'How often', example: 1 }).default(1),
    }),
  )
  .max(MAX_RESERVES)
  .refine((all) => new Set(all.map(({ itemId }) => itemId)).size === all.length, 'must not name an item twice')
  .meta({ description: 'All reserves of the raider; those that are not named are given up' });

export const PutReservesInput = z.strictObject({ id: Id, reserves: AllReserves });
export type PutReservesInput = z.infer<typeof PutReservesInput>;

export const PutReservesOfOtherInput = z
  .strictObject({
    id: Id,
    userId: Id.optional().meta({ description: 'A member' }),
    raiderId: Id.optional().meta({ description: 'A raider, with or without an account' }),
    reserves: AllReserves,
  })
  .refine(({ userId, raiderId }) => (userId === undefined) !== (raiderId === undefined), {
    message: 'or raiderId is needed, and not both',
    path: ['userId'],
  });
export type PutReservesOfOtherInput = z.infer<typeof PutReservesOfOtherInput>;

export const DropReservesInput = z.strictObject({ id: Id });

export const CorrectPlusInput = z
  .strictObject({
    id: Id,
    reserveId: Id,
    plus: bodyInteger({
      min: 0,
      max: MAX_PLUS,
      description: 'The plus; null for the derived one',
      example: 30,
    }).nullable(),
    note: lineOfText(200)
      .min(1)
      .optional()
      .meta({
        description: 'Why, which everybody reads who sees the reserve',
        examples: ['Missed two weeks with leave'],
      }),
  })
  .refine(({ plus, note }) => (plus === null) === (note === undefined), {
    message: 'is needed with a plus, and for nothing else',
    path: ['note'],
  });
export type CorrectPlusInput = z.infer<typeof CorrectPlusInput>;

export const ExportReservesInput = z.object({
  id: Id,
  for: ReserveFormat.meta({ description: 'The tool that it is for' }),
});
export type ExportReservesInput = z.infer<typeof ExportReservesInput>;

export const ExportedReservesView = z
  .object({
    for: ReserveFormat,
    text: z.string().meta({ description: 'To paste into the addon, or the text of a file' }),
    leftOut: z
      .array(z.object({ raider: z.string().nullable(), item: z.string() }))
      .meta({ description: 'Reserves of raiders of whom no character is known' }),
  })
  .meta({
    id: 'ExportedReserves',
    examples: [{ for: 'rollfor', text: 'eyJtZXRhZGF0YSI6e319', leftOut: [] }],
  });
export type ExportedReservesView = z.infer<typeof ExportedReservesView>;

export const FindItemsInput = z.object({
  id: OrganizationRef,
  q: lineOfText(100)
    .min(2)
    .meta({ description: 'Part of a name in any language, or an id', examples: ['Dragonfang'] }),
  ...InLocale,
});
export type FindItemsInput = z.infer<typeof FindItemsInput>;
export const FoundItemsView = z
  .object({ items: z.array(ItemRef) })
  .meta({ id: 'FoundItems', examples: [{ items: [item] }] });
export type FoundItemsView = z.infer<typeof FoundItemsView>;
