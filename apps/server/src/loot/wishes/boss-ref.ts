import type { WishView } from '@guildhall/contracts/wish.ts';

export type Boss = NonNullable<WishView['boss']>;

/** Needs an encounter and an instance by these ids, which may be 0; the language is an SQL expression. */
export const bossRef = (encounter: string, instance: string, locale: string) => {
  const name = (table: string, id: string) =>
    `(select coalesce(max(name) filter (where locale = ${locale}), max(name)) from journal_${table}_locale
      where entity_id = ${id} and locale in (${locale}, 'en_US') and name is not null)`;
  return `case when ${encounter} > 0 then jsonb_build_object('id', ${encounter},
    'name', coalesce(${name('encounter', encounter)}, 'Boss ' || ${encounter}),
    'instance', case when ${instance} > 0 then jsonb_build_object('id', ${instance},
      'name', coalesce(${name('instance', instance)}, 'Instance ' || ${instance})) end) end`;
};
