import type { CreatePostInput, PostView } from '@guildhall/contracts/post.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { createdEarlier, type Repeatable } from '../people/created-by-key.ts';
import { keepPeople } from '../people/keep-people.ts';
import { keepOrganization, logManaged } from '../rights/lock-organization.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { refuseBeyondOwnSight, tellPost, writerOf } from './post.access.ts';
import { findPost, postFor } from './post.queries.ts';

const INSERT = statement`
  insert into post (id, organization_id, author_id, title, body, visibility, pinned) values ($1, $2, $3, $4, $5, $6, $7)`;

/** Throws FORBIDDEN for a caller who may not write in the guild, or not for these readers. */
export async function createPost(
  ctx: AppContext,
  actor: Actor,
  input: CreatePostInput,
  request: Repeatable,
): Promise<PostView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    await keepPeople(sql, actor.userId);
    const access = await organizationAccess(sql, actor, input.id);
    await keepOrganization(sql, access.organizationId);
    const writer = writerOf(actor, access);
    refuseBeyondOwnSight(writer, input.visibility);
    await logManaged(sql, actor, access);
    const { title, body, visibility, pinned } = input;
    const id = uuidv7();
    const earlier = await createdEarlier(sql, actor, request, [id]);
    if (earlier) return postFor(sql, actor, earlier[0] ?? '');
    await sql.run(INSERT, [id, writer.access.organizationId, actor.userId, title, body, visibility, pinned]);
    tellPost(tx, { id, organizationId: access.organizationId }, [visibility]);
    return findPost(sql, id);
  });
}
