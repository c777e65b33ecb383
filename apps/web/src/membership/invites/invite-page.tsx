import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import styles from './invites.module.css';
import { previewQuery } from './invites.queries.ts';
import { invitesWords } from './invites.words.ts';

const route = getRouteApi('/plain/invite/$code');

export function InvitePage() {
  const { accept: words } = invitesWords.use();
  return (
    <section className={`card ${styles.invitation}`}>
      <PageTitle>{`${words.title} · Guildhall`}</PageTitle>
      <Invitation />
    </section>
  );
}

function Invitation() {
  const { accept: words } = invitesWords.use();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { code } = route.useParams();
  const { organization, role, invitedBy, expiresAt } = useSuspenseQuery(previewQuery(code)).data;
  const [broken, setBroken] = useState(false);
  const accept = useMutation(
    api.invites.accept.mutationOptions({
      async onSuccess() {
        await queryClient.invalidateQueries({ queryKey: api.organizations.pathKey() });
        await navigate({ to: '/g/$guild', params: { guild: guildRef(organization) } });
      },
    }),
  );
  return (
    <>
      {organization.currentLogoUrl && !broken ? (
        <img src={organization.currentLogoUrl} alt="" className={styles.logo} onError={() => setBroken(true)} />
      ) : (
        <Icon name="crest" className={`crest ${styles.logo}`} />
      )}
      <p className="eyebrow">{invitedBy ? words.invitedBy({ name: invitedBy.displayName }) : words.invited}</p>
      <h1 tabIndex={-1}>{organization.name}</h1>
      <p className="muted">
        {role ? words.withRole({ role: role.name }) : words.types[organization.type]} ·{' '}
        <time dateTime={expiresAt}>{words.until({ time: format.dayAndTime(new Date(expiresAt)) })}</time>
      </p>
      {viewer ? (
        <Button kind="primary" className="big" pending={accept.isPending} onClick={() => accept.mutate({ code })}>
          {words.join}
        </Button>
      ) : (
        <Link to="/login" search={{ redirect: `/invite/${code}` }} className={buttonClass('primary', false, 'big')}>
          {words.signIn}
        </Link>
      )}
      {viewer && <p className="muted small">{words.as({ name: viewer.displayName })}</p>}
      <FailureNote error={accept.error} />
    </>
  );
}
