import { MAX_TEXT_BYTES, TextType } from '@guildhall/contracts/text.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** A saved version of a text. The latest version of a type is the current text; one without a body has cleared it. */
export const TextVersion = defineEntity({
  name: 'TextVersion',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    type: p.enum(TextType.options),
    version: p.integer(),
    body: p.text().nullable(),
    author: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'text_version_unique', properties: ['organization', 'type', 'version'] }],
  checks: [{ name: 'text_version_size', expression: `octet_length(body) <= ${MAX_TEXT_BYTES}` }],
});
