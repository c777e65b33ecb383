import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { TextContentView, TextType, TextVersionView } from '@guildhall/contracts/text.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api, client, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { oneOf } from '../../routes/search-params.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form, useFormOf } from '../../ui/form.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { BodyField } from './body-field.tsx';
import { Conflict } from './conflict.tsx';
import { ContentTabs } from './content-tabs.tsx';
import styles from './contents.module.css';
import { invalidateTexts, TEXT_TYPES, textsQuery, versionsQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';
import { type ServerVersion, useEditing } from './editing.ts';

const route = getRouteApi('/shell/app/g/$guild/texts/$type');
const TextDifference = lazyPart(() => import('../../ui/text-difference.tsx'), 'TextDifference');
type OfText = { guild: OrganizationView; type: TextType };

function useText({ type }: OfText) {
  const { guild: ref } = route.useParams();
  return useSuspenseQuery(textsQuery(ref)).data[type];
}

export function TextPage() {
  const { types, texts: words } = contentsWords.use();
  const guild = useGuild();
  const params = route.useParams();
  const type = oneOf(params.type, TEXT_TYPES) ?? 'rules';
  const { edit, version } = route.useSearch();
  const mayWrite = may(guild.abilityRules, 'manage', 'Content') && !guild.archivedAt;
  const isEditing = edit === true && mayWrite;
  return (
    <>
      <PageHead
        title={types[type]}
        lead={`${guild.name} · ${words.leads[type]}`}
        actions={
          mayWrite &&
          !isEditing && (
            <Link from="/g/$guild/texts/$type" to="." search={{ edit: true }} className={buttonClass('primary')}>
              {words.edit}
            </Link>
          )
        }
      />
      <ContentTabs guild={guild} />
      <div className={styles.split} key={type}>
        <div className={styles.stack}>
          {isEditing ? (
            <Editor guild={guild} type={type} />
          ) : version === undefined ? (
            <Section>
              <Current guild={guild} type={type} />
            </Section>
          ) : (
            <Section>
              <OldVersion guild={guild} type={type} version={version} mayWrite={mayWrite} />
            </Section>
          )}
        </div>
        {may(guild.abilityRules, 'read', 'Organization') && (
          <Section title={words.versions}>
            <Versions guild={guild} type={type} />
          </Section>
        )}
      </div>
    </>
  );
}

function Current(of: OfText) {
  const { texts: words } = contentsWords.use();
  const text = useText(of);
  if (!text) return <Empty icon="note" title={words.none} />;
  return (
    <div className={styles.body}>
      <Markdown text={text.body} first={2} />
    </div>
  );
}

function useVersions({ type }: OfText) {
  const { guild: ref } = route.useParams();
  const { page = 1 } = route.useSearch();
  return useSuspenseQuery(versionsQuery(ref, type, page)).data;
}

function Versions(of: OfText) {
  const { texts: words } = contentsWords.use();
  const { version: shown, page = 1 } = route.useSearch();
  const params = route.useParams();
  const { versions, pagination } = useVersions(of);
  if (versions.length === 0) return <Empty icon="clock" title={words.noVersions} />;
  return (
    <>
      <ol className={styles.versions}>
        {versions.map(({ version, updatedAt, updatedBy, body }, index) => (
          <li key={version}>
            <Link
              from="/g/$guild/texts/$type"
              to="."
              search={{ version, page: page > 1 ? page : undefined }}
              aria-current={shown === version ? 'page' : undefined}
              resetScroll={false}
            >
              <b>{index === 0 && page === 1 ? words.newest({ version }) : words.number({ version })}</b>
              <small>
                {updatedBy && `${updatedBy.displayName} · `}
                <TimeAgo at={updatedAt} />
                {body === null && ` · ${words.cleared}`}
              </small>
            </Link>
          </li>
        ))}
      </ol>
      <div className={styles.pager}>
        <Pager
          page={page}
          totalPages={pagination.totalPages}
          words={{ label: words.versions, before: words.newer, after: words.older }}
          to={(next) => ({ to: '/g/$guild/texts/$type', params, search: { page: next } })}
        />
      </div>
    </>
  );
}

type View = 'said' | 'changed' | 'today';
type OldProps = OfText & { version: number; mayWrite: boolean };

/** An old version: what it said, what it changed, and how it differs from today's. */
function OldVersion({ version, mayWrite, ...of }: OldProps) {
  const { texts: words, difference } = contentsWords.use();
  const format = useFormat();
  const { versions } = useVersions(of);
  const current = useText(of);
  const [view, setView] = useState<View>('changed');
  const index = versions.findIndex((one) => one.version === version);
  const shown = versions[index];
  if (!shown) return <Empty icon="note" title={words.noSuchVersion} />;
  const body = shown.body ?? '';
  const previous = version === 1 ? '' : (versions[index + 1]?.body ?? '');
  return (
    <div className={styles.body}>
      <p className="muted small">
        {words.number({ version })} ·{' '}
        {shown.updatedBy && (
          <>
            <PersonLink guild={of.guild.id} person={shown.updatedBy.id}>
              {shown.updatedBy.displayName}
            </PersonLink>
            {' · '}
          </>
        )}
        <time dateTime={shown.updatedAt}>{format.dayAndTime(new Date(shown.updatedAt))}</time>
      </p>
      <SegmentedControl<View>
        legend={words.view}
        value={view}
        onChange={setView}
        choices={[
          { value: 'changed', label: words.changed },
          { value: 'today', label: words.today },
          { value: 'said', label: words.said },
        ]}
      />
      <Suspense fallback={<Skeleton />}>
        {view === 'changed' && <TextDifference before={previous} after={body} words={difference} />}
        {view === 'today' && <TextDifference before={body} after={current?.body ?? ''} words={difference} />}
      </Suspense>
      {view === 'said' && (body ? <Markdown text={body} first={2} /> : <p className="muted">{words.cleared}</p>)}
      {mayWrite && <Restore of={of} version={shown} isCurrent={body === (current?.body ?? '')} />}
    </div>
  );
}

function Restore({
  of: { guild, type },
  version,
  isCurrent,
}: {
  of: OfText;
  version: TextVersionView;
  isCurrent: boolean;
}) {
  const { texts: words } = contentsWords.use();
  const navigate = route.useNavigate();
  const restore = useMutation(
    api.texts.restore.mutationOptions({
      async onSuccess() {
        toast({ text: words.restored({ version: version.version }) });
        await invalidateTexts();
        await navigate({ search: {} });
      },
      onError: toastFailure,
    }),
  );
  return (
    <div className="row wrap">
      <Button
        pending={restore.isPending}
        disabled={isCurrent}
        onClick={() => restore.mutate({ id: guild.id, type, version: version.version })}
      >
        {words.restore}
      </Button>
      <small className="muted">{isCurrent ? words.isCurrent : words.restoreHint}</small>
    </div>
  );
}

function Editor(of: OfText) {
  const { guild, type } = of;
  const words = contentsWords.use();
  const navigate = route.useNavigate();
  const { guild: ref } = route.useParams();
  const text = useText(of);
  const kept: ServerVersion<{ body: string }> = {
    version: text?.version ?? 0,
    values: { body: text?.body ?? '' },
    by: text?.updatedBy?.displayName ?? null,
  };
  const editing = useEditing(`text:${guild.id}:${type}`, kept);
  const { theirs, base } = editing;
  const form = useFormOf<{ body: string }, TextContentView>(editing, {
    send: ({ body }) =>
      client.texts.update.mutate({
        id: guild.id,
        [type]: body.trim() ? body : null,
        expectedVersion: { [type]: base.version },
      }),
    async sent(texts) {
      queryClient.setQueryData(textsQuery(ref).queryKey, texts);
      toast({ text: words.texts.saved });
      await navigate({ search: {} });
      await invalidateTexts();
    },
    async refused(error) {
      const isBehind = failureOf(error).reason === 'text_changed';
      if (isBehind) await invalidateTexts();
      return isBehind;
    },
  });
  return (
    <>
      {theirs && <Conflict editing={{ ...editing, theirs }} />}
      <Form
        of={form}
        className={`card ${styles.form}`}
        verb={words.save}
        disabled={theirs !== undefined || !form.isChanged}
        more={
          <>
            <Link
              from="/g/$guild/texts/$type"
              to="."
              search={{}}
              className={buttonClass('ghost')}
              onClick={editing.forget}
            >
              {words.posts.discard}
            </Link>
            {theirs && <small className="muted">{words.waits}</small>}
          </>
        }
      >
        <BodyField
          label={words.types[type]}
          value={form.value.body}
          onChange={(body) => form.change({ body })}
          rows={type === 'motd' ? 5 : 16}
        />
      </Form>
    </>
  );
}
