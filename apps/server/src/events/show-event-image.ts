import type { UnitOfWork } from '../core/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../images/image-files.ts';
import { removeShown } from '../images/retire-images.ts';

const SHOW = 'update event set image_url = $2 where id = $1';

/** Makes an approved picture the one that everybody sees with the event; the one before it goes. */
export async function showEventImage(tx: UnitOfWork, image: Image): Promise<void> {
  await tx.sql(SHOW, [image.subjectId, imagePath(image.id, Math.max(...image.sizes))]);
  await removeShown(tx, image, image.id);
}
