import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../people/image-path.ts';
import { User } from '../people/user.entity.ts';

/** Makes an approved picture the public avatar. */
export async function showAvatar(tx: UnitOfWork, image: Image): Promise<void> {
  const user = await tx.em.findOneOrFail(User, image.subjectId);
  user.avatarUrl = imagePath(image.id, Math.max(...image.sizes));
}
