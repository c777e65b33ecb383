import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './week.module.css';
import { myGuilds } from './week.queries.ts';
import { weekWords } from './week.words.ts';

/** The three ways to join or create a guild. */
export function NoGuild() {
  const { ways, welcome, fetch } = weekWords.use();
  const enter = useEnter();
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className={styles.waysHead}>
        {welcome}
      </h2>
      <div className={styles.ways}>
        <OptionCard icon="character" title={ways.characters} hint={ways.charactersHint}>
          <Link to="/welcome" className={buttonClass('primary')}>
            {fetch}
          </Link>
        </OptionCard>
        <OptionCard icon="key" title={ways.invite} hint={ways.inviteHint}>
          <Ask
            name="invite-code"
            label={ways.code}
            verb={ways.join}
            // People paste the whole link as often as the code at its end.
            send={(text) => client.invites.accept.mutate({ code: text.split('/').at(-1) ?? text })}
            sent={({ organization }) => enter(organization)}
          />
        </OptionCard>
        <OptionCard icon="flag" title={ways.found} hint={ways.foundHint}>
          <Ask
            name="community"
            label={ways.name}
            verb={ways.create}
            send={(name) => client.organizations.create.mutate({ name, type: 'community' })}
            sent={enter}
          />
        </OptionCard>
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

function OptionCard({
  icon,
  title,
  hint,
  children,
}: {
  icon: IconName;
  title: string;
  hint: string;
  children: ReactNode;
}) {
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

type AskProps<Answer> = {
  name: string;
  label: string;
  verb: string;
  send(text: string): Promise<Answer>;
  sent(answer: Answer): Promise<void>;
};

function Ask<Answer>({ name, label, verb, send, sent }: AskProps<Answer>) {
  const form = useForm({ name, before: { text: '' }, send: ({ text }) => send(text.trim()), sent });
  return (
    <Form of={form} className={styles.form} verb={verb} kind="plain">
      <TextField {...form.text('text')} label={label} required />
    </Form>
  );
}
