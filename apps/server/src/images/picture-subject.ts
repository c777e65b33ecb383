import type { ImagePurpose, ImageStatus } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import type { OrganizationAccess } from '../rights/organization.access.ts';
import type { PictureShape } from './encode-picture.ts';

/** The subject as the caller may see it, and their relation to its organization, if it belongs to one. */
export type Seen = { id: string; access?: OrganizationAccess };

type PictureChange = { image: ImageStatus | null; actorId: string | null; why?: string };

/**
 * A thing with a picture of its own: a person, an organization, an event. Its pictures change under the lock of its own
 * row, after `authorize` has seen it there.
 */
export type PictureSubject<S extends Seen = Seen, View = unknown> = {
  purpose: ImagePurpose;
  shape: PictureShape;
  /** Finds the subject for a caller who may change its picture. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
  authorize(sql: Sql, actor: Actor, ref: string): Promise<S>;
  lock(sql: Sql, id: string): Promise<unknown>;
  /** Makes an approved picture the one that everybody sees, or takes it away, and announces that. */
  show(tx: UnitOfWork, id: string, path: string | null): Promise<void>;
  log?(sql: Sql, id: string, change: PictureChange): Promise<void>;
  view(ctx: AppContext, sql: Sql, seen: S): Promise<View>;
};
