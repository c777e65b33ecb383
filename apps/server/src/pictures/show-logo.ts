import { statement } from '../core/db/statement.ts';
import type { Changing, UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { Image } from '../images/image.entity.ts';
import { imagePath } from '../people/image-path.ts';

/** Announces another logo to the members. */
export function tellLogo({ changed }: Changing, organizationId: string): void {
  changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
}

const SHOW = statement`update organization set custom_logo_url = $2, use_custom_logo = true where id = $1`;

/** Makes an approved picture the public logo. */
export async function showLogo(tx: UnitOfWork, image: Image): Promise<void> {
  await tx.sql.run(SHOW, [image.subjectId, imagePath(image.id, Math.max(...image.sizes))]);
  tellLogo(tx, image.subjectId);
}
