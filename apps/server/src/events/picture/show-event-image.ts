import { query } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { Image } from '../../images/image.entity.ts';
import { imagePath } from '../../people/image-path.ts';
import { UNPUBLISHED } from '../event/event.access.ts';
import { tellEvents } from '../event/tell-changes.ts';
import { writeEventLog } from '../event/write-event-log.ts';

const SHOW = query({ id: 'uuid', organizationId: 'uuid', unpublished: 'bool' })`
  update event e set image_url = $2, version = e.version + 1 where id = $1
  returning id, organization_id as "organizationId", ${UNPUBLISHED} as unpublished`;

type Whose = { actorId: string | null; why?: string };

/** Makes an approved picture the event's public one. */
export async function showEventImage(tx: UnitOfWork, image: Image, { actorId, why }: Whose): Promise<void> {
  const path = imagePath(image.id, Math.max(...image.sizes));
  const shown = await tx.sql.many(SHOW, [image.subjectId, path]);
  await writeEventLog(
    tx.sql,
    shown.map(({ id }) => ({ eventId: id, kind: 'image_changed', actorId, changes: { image: image.status }, why })),
  );
  await tellEvents(tx, shown);
}
