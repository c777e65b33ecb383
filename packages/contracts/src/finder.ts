/** Names of everything in an organization, for a client that searches while its user types. */
import { z } from 'zod';
import { OrganizationRef } from './primitives.ts';
import { TextType } from './text.ts';

export const FinderInput = z.object({ id: OrganizationRef });
export type FinderInput = z.infer<typeof FinderInput>;

const ShortIds = z.array(z.string()).meta({ description: 'The 16 bytes of each id, in base64url' });
const names = z.array(z.string());

/** Columns, short ids and whole minutes, as in `WholeRoster`. */
export const FinderView = z
  .object({
    people: z.object({ id: ShortIds, name: names }).meta({ description: 'Members, by name' }),
    characters: z
      .object({
        name: names,
        classId: z.array(z.int()),
        person: z.array(z.int().nullable()).meta({
          description: 'Places in `people`, from 0; null for a character of the roster without a known member',
        }),
        entryId: z.array(z.string().nullable()).meta({ description: 'Short id of the entry in the roster' }),
      })
      .meta({ description: 'Of the roster for those who may see it; else the mains of the members' }),
    events: z
      .object({ id: ShortIds, title: names, startsAt: z.array(z.int()).meta({ description: 'Minutes since 1970' }) })
      .meta({ description: 'Those that are not over, next first, and the latest that are, 100 in all' }),
    posts: z.object({ id: ShortIds, title: names }).meta({ description: 'The newest 100 that the caller may read' }),
    texts: z.array(TextType).meta({ description: 'Standing texts that are written' }),
  })
  .meta({
    id: 'Finder',
    examples: [
      {
        people: { id: ['AZnToG8-fEGaUh8MK41ObQ'], name: ['Ysolde'] },
        characters: { name: ['Brynhild'], classId: [1], person: [0], entryId: ['AZnToG8-fEGaUh8MK41ObQ'] },
        events: { id: ['AZnToG8-fEGaUh8MK41ObQ'], title: ['Raid night'], startsAt: [29405460] },
        posts: { id: [], title: [] },
        texts: ['motd'],
      },
    ],
  });
export type FinderView = z.infer<typeof FinderView>;
