import type { EventView } from '@guildhall/contracts/event.ts';
import { useState } from 'react';
import citadel from './art/citadel.svg';
import hollow from './art/hollow.svg';

/** Decorative: the event's own picture, else one of ours. */
export function EventPicture({
  event,
  className,
}: {
  event: Pick<EventView, 'imageUrl' | 'type'>;
  className?: string | undefined;
}) {
  const [broken, setBroken] = useState(false);
  const ours = event.type === 'raid' || event.type === 'pvp' ? citadel : hollow;
  const source = event.imageUrl && !broken ? event.imageUrl : ours;
  return <img className={className} src={source} alt="" onError={() => setBroken(true)} />;
}
