/** Reads lists that come in pages. */
import { type Answer, dataOf } from './refusals.ts';

/** How lists say that there is more: by numbered pages, or by the place where the next page begins. */
export type Paged = { pagination: { page: number; totalPages: number } } | { next: string | null };

/** Belongs into the query of the request; empty for the first page. */
export type At = { page?: number; before?: string };

/**
 * Every page of a list, one request at a time:
 * `everyPage((at) => rest.GET('/organizations/{id}/roster', { params: { path: { id }, query: { ...at, pageSize: 200 } } }))`.
 * Rows that are added or removed meanwhile can be missing or come twice. Throws `Refusal`.
 */
export async function* everyPage<Page extends Paged>(
  ask: (at: At) => Promise<Answer<Page>>,
): AsyncGenerator<Page, void, undefined> {
  for (let at: At | null = {}; at !== null; ) {
    const page: Page = await dataOf(ask(at));
    yield page;
    at = following(page);
  }
}

function following(page: Paged): At | null {
  if ('next' in page) return page.next === null ? null : { before: page.next };
  const { pagination } = page;
  return pagination.page < pagination.totalPages ? { page: pagination.page + 1 } : null;
}
