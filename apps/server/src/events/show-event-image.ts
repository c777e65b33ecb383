import type { UnitOfWork } from '../core/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../images/image-files.ts';

const SHOW = 'update event set image_url = $2 where id = $1';

/** Makes an approved picture the one that everybody sees with the event. */
export async function showEventImage({ sql }: UnitOfWork, image: Image): Promise<void> {
  await sql(SHOW, [image.subjectId, imagePath(image.id, Math.max(...image.sizes))]);
}
