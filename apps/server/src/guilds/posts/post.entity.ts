import { PostVisibility } from '@guildhall/contracts/post.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant, now } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** A post by a guild. It outlives its author's account. */
export const Post = defineEntity({
  name: 'Post',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    author: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    editor: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    title: p.text(),
    body: p.text(),
    visibility: p.enum(PostVisibility.options),
    pinned: p.boolean().default(false),
    version: p.integer().version().default(1),
    createdAt: createdAt(),
    updatedAt: instant()
      .defaultRaw('now()')
      .onUpdate(() => now()),
  },
  // Read backwards: pinned first, then newest.
  indexes: [{ name: 'post_list', properties: ['organization', 'pinned', 'createdAt', 'id'] }],
});
