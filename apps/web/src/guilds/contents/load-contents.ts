/** Apart from the routes, which are part of the first load of every page. */
import { notFound } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { postQuery, postsQuery, TEXT_TYPES, textsQuery, versionsQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';

const session = () => currentSession().catch(() => null);

export async function loadPosts(guild: string, page: number | undefined): Promise<void> {
  await Promise.all([
    contentsWords.load(),
    session(),
    queryClient.ensureQueryData(guildQuery(guild)),
    queryClient.prefetchQuery(postsQuery(guild, page ?? 1)),
  ]);
}

export async function loadPost(id: string) {
  const [post] = await Promise.all([queryClient.ensureQueryData(postQuery(id)), contentsWords.load(), session()]);
  await queryClient.ensureQueryData(guildQuery(post.organizationId));
  return { guild: post.organizationId };
}

export async function loadNewPost(guild: string): Promise<void> {
  await Promise.all([contentsWords.load(), queryClient.ensureQueryData(guildQuery(guild))]);
}

export async function loadText(guild: string, named: string, page: number | undefined): Promise<void> {
  const type = oneOf(named, TEXT_TYPES);
  if (!type) throw notFound();
  await Promise.all([
    contentsWords.load(),
    queryClient.ensureQueryData(guildQuery(guild)),
    queryClient.prefetchQuery(textsQuery(guild)),
    queryClient.prefetchQuery(versionsQuery(guild, type, page ?? 1)),
  ]);
}
