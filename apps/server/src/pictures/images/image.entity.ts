import { ImagePurpose, ImageStatus } from '@guildhall/contracts/image.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';

/**
 * An uploaded picture in all its sizes. While it is pending only its uploader may see it. A subject shows one picture,
 * and one more may be pending to replace it. `version` guards a decision against a picture replaced in the meantime.
 */
export const Image = defineEntity({
  name: 'Image',
  properties: {
    id: id(),
    purpose: p.enum(ImagePurpose.options),
    /** The user, organization or event that shows it. */
    subjectId: p.uuid(),
    uploadedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    status: p.enum(ImageStatus.options),
    /** SHA-256 of the largest file, which identifies pictures that an administrator has rejected. */
    contentHash: p.text(),
    /** Stored edge lengths in pixels, largest first. */
    sizes: p.json<number[]>(),
    decidedBy: p.uuid().nullable(),
    /** Null while pending, and for pictures approved automatically or withdrawn. */
    decidedAt: instant().nullable(),
    reason: p.text().nullable(),
    version: p.integer().version().default(1),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'image_one_pending', properties: ['subjectId', 'purpose'], where: `status = 'pending'` },
    { name: 'image_one_approved', properties: ['subjectId', 'purpose'], where: `status = 'approved'` },
  ],
  indexes: [
    { name: 'image_by_subject', properties: ['subjectId', 'purpose', 'createdAt'] },
    { name: 'image_waiting', properties: ['createdAt', 'id'], where: `status = 'pending'` },
  ],
});
