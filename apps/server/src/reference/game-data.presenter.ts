/** Presents rows of the journal. A thing with a name in neither the requested language nor English shows its id. */

import type { EncounterView, ExpansionView, InstanceView } from '@guildhall/contracts/game-data.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import type { EncounterRow, ExpansionRow, InstanceRow } from './game-data.queries.ts';

export const presentExpansion = ({ id, name }: ExpansionRow): ExpansionView => ({
  id,
  name: name ?? `Expansion ${id}`,
});

export function presentInstance(
  { expansionId, expansionName, ...row }: InstanceRow,
  pictureUrl: PictureUrl,
): InstanceView {
  const { id, name, description, category, minimumLevel, imageUrl } = row;
  return {
    id,
    name: name ?? `Instance ${id}`,
    description,
    category,
    expansion: presentExpansion({ id: expansionId, name: expansionName }),
    minimumLevel,
    imageUrl: pictureUrl(imageUrl),
  };
}

export function presentEncounter({ id, name, description, journalInstanceId, position }: EncounterRow): EncounterView {
  return { id, name: name ?? `Encounter ${id}`, description, journalInstanceId, position };
}
