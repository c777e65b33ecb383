/** Wishes of raiders for drops: by hand in their own order, and by what simulations say that they gain. */
import { z } from 'zod';
import { EventRef } from './event.ts';
import { ItemRef, ItemSlot, MAX_ITEM_ID } from './item.ts';
import { LootTrack } from './loot-track.ts';
import { NamedRef, SpecializationRef } from './organization.ts';
import { bodyInteger, Id, InLocale, Instant, lineOfText, OrganizationRef } from './primitives.ts';
import { RaiderRef } from './raider.ts';

/** For Classic, where the id says it all, and for those who take an item at whatever difficulty. */
export const WishTrack = z.enum([...LootTrack.options, 'any']).meta({ id: 'WishTrack' });
export type WishTrack = z.infer<typeof WishTrack>;

export const WishSource = z.enum(['hand', 'raidbots', 'qe_live']).meta({ id: 'WishSource' });
export const SimSource = WishSource.exclude(['hand']).meta({ id: 'SimSource' });
export type WishSource = z.infer<typeof WishSource>;

/** The people who see the wishes of others. */
export const WishesSeenBy = z.enum(['officers', 'everybody']).meta({ id: 'WishesSeenBy' });
export type WishesSeenBy = z.infer<typeof WishesSeenBy>;

export const STALE_AFTER_DAYS = 14;

/** Why a simulated gain may not hold any more. */
export const StaleReason = z.enum(['old', 'slot', 'gear']).meta({
  id: 'StaleReason',
  description: `\`old\`: simulated more than ${STALE_AFTER_DAYS} days ago; \`slot\`: the character wears another item in that slot; \`gear\`: two slots or more differ from what was simulated`,
});
export type StaleReason = z.infer<typeof StaleReason>;

const ItemId = bodyInteger({ min: 1, max: MAX_ITEM_ID, description: 'Id of an item', example: 87156 });

export const MAX_WISHES = 300;
/** A page sends of a longer report only what is read. */
export const MAX_SIM_TEXT = 200_000;

const Percent = z.number().meta({ description: 'In percent of what the character does now' });

/** Null where nothing says which boss drops an item. */
export const DroppingBoss = z.object({ ...NamedRef.shape, instance: NamedRef.nullable() }).meta({ id: 'DroppingBoss' });

export const WishView = z
  .object({
    item: ItemRef,
    track: WishTrack,
    rank: z.int().nullable().meta({ description: 'The place in the raider’s own order, from 1; null for a gain only' }),
    comment: z.string().nullable(),
    boss: DroppingBoss.nullable().meta({ description: 'The boss that drops it; null where the journal does not know' }),
    source: WishSource,
    spec: SpecializationRef.nullable().meta({ description: 'Null for a wish by hand' }),
    character: z.string().nullable().meta({ description: 'The simulated character; null for a wish by hand' }),
    itemLevel: z.int().nullable(),
    catalystOf: ItemRef.nullable().meta({ description: 'The item that drops, if the simulated one is made of it' }),
    slot: ItemSlot.nullable(),
    percent: Percent.nullable().meta({ description: 'The gain; null for a wish by hand' }),
    absolute: z.number().nullable(),
    differs: z.boolean().nullable().meta({ description: 'False where the gain is smaller than the error of the sim' }),
    simulatedAt: Instant.nullable().meta({ description: 'Null where the report does not say, and by hand' }),
    reportId: z.string().nullable(),
    stale: z.array(StaleReason),
    fulfilled: z
      .object({
        receivedAt: Instant,
        track: LootTrack.nullable().meta({ description: 'Null where the history does not say' }),
        event: EventRef.nullable(),
      })
      .nullable()
      .meta({
        description:
          'The first award that counts of this item, or of the one that it is made of, at this track or a higher one; null if there is none. An award of an unknown track fulfils a wish for any difficulty',
      }),
  })
  .meta({ id: 'Wish' });
export type WishView = z.infer<typeof WishView>;

export const SimReportView = z
  .object({
    id: z.string(),
    source: SimSource,
    link: z.string().nullable().meta({ description: 'Null for a report that was pasted' }),
    spec: SpecializationRef,
    character: z.string(),
    fightStyle: z.string().nullable().meta({ description: 'As the tool says it, such as Patchwerk' }),
    error: z.number().nullable().meta({ description: 'The largest relative error, in percent; null if not stated' }),
    inexact: z.boolean().meta({ description: 'Whether the error is above 1 %' }),
    tracks: z.array(LootTrack),
    items: z.int(),
    simulatedAt: Instant.nullable(),
    readAt: Instant,
    stale: z.array(StaleReason.exclude(['slot'])),
    differing: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Slots in which the character wears another item now; null where that is not known' }),
  })
  .meta({ id: 'SimReport' });
export type SimReportView = z.infer<typeof SimReportView>;

const REPORT_ID = '0199d3a0-0000-7000-8000-000000000031';
const spec = { id: 73, name: 'Protection', role: 'tank' as const };
const simulatedAt = '2026-11-20T20:00:00.000Z';

export const WishesView = z
  .object({
    raider: RaiderRef.nullable().meta({ description: 'Null for a member who has no wish yet' }),
    organizationId: z.string(),
    mine: z.boolean(),
    mayChange: z.boolean(),
    seenBy: WishesSeenBy,
    characters: z.array(
      z.object({
        characterId: z.string().nullable().meta({ description: 'Of the person’s own, whose profile can be copied' }),
        name: z.string(),
        realm: z.string(),
        class: NamedRef.nullable(),
        main: z.boolean(),
      }),
    ),
    named: z
      .array(z.object({ itemId: z.int(), track: WishTrack, comment: z.string().nullable() }))
      .meta({ description: 'The wishes by hand in their order, as they are sent to change them' }),
    wishes: z.array(WishView).meta({ description: 'Own order first, then by gain; those that are fulfilled last' }),
    reports: z.array(SimReportView).meta({ description: 'The newest first' }),
    gearReadAt: Instant.nullable().meta({ description: 'When the worn items were last read; null if they never were' }),
  })
  .meta({
    id: 'Wishes',
    examples: [
      {
        raider: {
          id: '0199d3a0-0000-7000-8000-000000000004',
          name: 'Brynhild',
          kind: 'member',
          hasAccount: true,
          notProven: false,
        },
        organizationId: '0199d3a0-0000-7000-8000-000000000001',
        mine: true,
        mayChange: true,
        seenBy: 'officers',
        characters: [
          {
            characterId: '0199d3a0-0000-7000-8000-000000000007',
            name: 'Brynhild',
            realm: 'stormvale',
            class: { id: 1, name: 'Warrior' },
            main: true,
          },
        ],
        named: [{ itemId: 87156, track: 'heroic', comment: null }],
        wishes: [
          {
            item: { id: 87156, name: 'Legguards of Resounding Rings', quality: 'epic', slot: 'legs' },
            track: 'heroic',
            rank: 1,
            comment: null,
            boss: { id: 668, name: 'Ook-Ook', instance: { id: 302, name: 'Stormstout Brewery' } },
            source: 'raidbots',
            spec,
            character: 'Brynhild',
            itemLevel: 639,
            catalystOf: null,
            slot: 'legs',
            percent: 1.9,
            absolute: 10_899,
            differs: true,
            simulatedAt,
            reportId: REPORT_ID,
            stale: [],
            fulfilled: null,
          },
        ],
        reports: [
          {
            id: REPORT_ID,
            source: 'raidbots',
            link: 'https://www.raidbots.com/simbot/report/jk6WmLFEnBpEqWueDkyRqA',
            spec,
            character: 'Brynhild',
            fightStyle: 'Patchwerk',
            error: 0.2,
            inexact: false,
            tracks: ['heroic'],
            items: 17,
            simulatedAt,
            readAt: simulatedAt,
            stale: [],
            differing: [],
          },
        ],
        gearReadAt: simulatedAt,
      },
    ],
  });
export type WishesView = z.infer<typeof WishesView>;

export const WishesInput = z.object({ id: Id, ...InLocale });
export type WishesInput = z.infer<typeof WishesInput>;

export const MyWishesInput = z.object({ id: OrganizationRef, ...InLocale });
export type MyWishesInput = z.infer<typeof MyWishesInput>;

export const BecomeRaiderInput = z.strictObject({ id: OrganizationRef });
export type BecomeRaiderInput = z.infer<typeof BecomeRaiderInput>;

export const OwnRaiderView = z
  .object({ id: z.string() })
  .meta({ id: 'OwnRaider', examples: [{ id: '0199d3a0-0000-7000-8000-000000000004' }] });

export const PutWishesInput = z.strictObject({
  id: Id,
  wishes: z
    .array(
      z.strictObject({
        itemId: ItemId,
        track: WishTrack,
        comment: lineOfText(200).nullable().optional(),
      }),
    )
    .max(MAX_WISHES)
    .refine(
      (wishes) => new Set(wishes.map(({ itemId, track }) => `${itemId} ${track}`)).size === wishes.length,
      'must not name an item twice at one track',
    )
    .meta({
      description:
        'All wishes by hand, in the raider’s own order. Gains of sims are no part of it, and stay. A reward that has a number for each faction is kept under one of them, and the first place counts',
    }),
});
export type PutWishesInput = z.infer<typeof PutWishesInput>;

export const ReadSimInput = z
  .strictObject({
    id: Id,
    link: lineOfText(300).min(1).optional().meta({ description: 'Of a report of Raidbots or QE Live' }),
    text: z
      .string()
      .min(1)
      .max(MAX_SIM_TEXT)
      .optional()
      .meta({ description: 'Instead: the report itself, as in `data.json` of Raidbots' }),
  })
  .refine(({ link, text }) => (link === undefined) !== (text === undefined), 'needs a link or a text, and not both');
export type ReadSimInput = z.infer<typeof ReadSimInput>;

export const SimReadView = z
  .object({
    report: SimReportView,
    left: z.int().meta({ description: 'Results that are no drop of a raid boss' }),
    replaced: z.int().meta({ description: 'Gains of earlier sims that these replace' }),
  })
  .meta({ id: 'SimRead' });
export type SimReadView = z.infer<typeof SimReadView>;

export const RemoveSimInput = z.strictObject({ id: Id, reportId: Id });
export type RemoveSimInput = z.infer<typeof RemoveSimInput>;
