import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import styles from './week.module.css';
import { myGuilds } from './week.queries.ts';
import { weekWords } from './week.words.ts';

/** The three ways to join or create a guild. */
export function NoGuild() {
  const { ways, welcome, fetch } = weekWords.use();
  const enter = useEnter();
  const accept = useMutation(
    api.invites.accept.mutationOptions({ onSuccess: ({ organization }) => enter(organization), onError: toastFailure }),
  );
  const found = useMutation(api.organizations.create.mutationOptions({ onSuccess: enter, onError: toastFailure }));
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className={styles.waysHead}>
        {welcome}
      </h2>
      <div className={styles.ways}>
        <Way icon="character" title={ways.characters} hint={ways.charactersHint}>
          <Link to="/welcome" className={buttonClass('primary')}>
            {fetch}
          </Link>
        </Way>
        <Way icon="key" title={ways.invite} hint={ways.inviteHint}>
          <Ask
            label={ways.code}
            verb={ways.join}
            pending={accept.isPending}
            // People paste the whole link as often as the code at its end.
            onSubmit={(text) => accept.mutate({ code: text.split('/').at(-1) ?? text })}
          />
        </Way>
        <Way icon="flag" title={ways.found} hint={ways.foundHint}>
          <Ask
            label={ways.name}
            verb={ways.create}
            pending={found.isPending}
            onSubmit={(name) => found.mutate({ name, type: 'community' })}
          />
        </Way>
      </div>
    </section>
  );
}

function useEnter() {
  const navigate = useNavigate();
  return async (guild: { id: string; alias: string | null }) => {
    await queryClient.invalidateQueries({ queryKey: myGuilds().queryKey });
    await navigate({ to: '/g/$guild', params: { guild: guildRef(guild) } });
  };
}

function Way({ icon, title, hint, children }: { icon: IconName; title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <article className={`card ${styles.way}`} aria-labelledby={id}>
      <span className="mark hot">
        <Icon name={icon} />
      </span>
      <h3 id={id}>{title}</h3>
      <p className="muted small">{hint}</p>
      {children}
    </article>
  );
}

type AskProps = { label: string; verb: string; pending: boolean; onSubmit(text: string): void };

function Ask({ label, verb, pending, onSubmit }: AskProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSubmit(text.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label={label} value={text} onChange={({ target }) => setText(target.value)} required />
      <Button submit pending={pending}>
        {verb}
      </Button>
    </form>
  );
}
