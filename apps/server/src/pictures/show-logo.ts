import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../people/image-path.ts';

const SHOW = 'update organization set custom_logo_url = $2, use_custom_logo = true where id = $1';

/** Makes an approved picture the public logo. */
export async function showLogo({ sql }: UnitOfWork, image: Image): Promise<void> {
  await sql(SHOW, [image.subjectId, imagePath(image.id, Math.max(...image.sizes))]);
}
