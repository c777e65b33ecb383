import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../people/image-path.ts';

const SHOW = 'update person set avatar_url = $2 where id = $1';

/** Makes an approved picture the public avatar. */
export async function showAvatar({ sql }: UnitOfWork, image: Image): Promise<void> {
  await sql(SHOW, [image.subjectId, imagePath(image.id, Math.max(...image.sizes))]);
}
