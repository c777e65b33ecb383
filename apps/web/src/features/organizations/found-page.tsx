import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api } from '../../api/client.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { KeptNote } from '../../ui/kept-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/states.tsx';
import { useTabDraft } from '../../ui/tab-draft.ts';
import styles from './organizations.module.css';
import { rereadGuild, templatesQuery } from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

type Template = 'raiding' | 'mythic-plus' | 'pvp' | 'social' | 'leveling' | 'classic';
const TYPES = ['guild', 'community', 'team'] as const;
type Type = (typeof TYPES)[number];
type Draft = { name: string; type: Type; description: string; template: Template | null };

export function FoundPage() {
  const { found } = organizationsWords.use();
  return (
    <>
      <PageHead title={found.title} lead={found.lead} />
      <Section className={styles.form ?? ''}>
        <Form />
      </Section>
    </>
  );
}

function Form() {
  const words = organizationsWords.use();
  const { found } = words;
  const navigate = useNavigate();
  const templates = useSuspenseQuery(templatesQuery()).data;
  const draft = useTabDraft<Draft>('found', () => ({ name: '', type: 'community', description: '', template: null }));
  const { name, type, description, template } = draft.value;
  const change = (part: Partial<Draft>) => draft.change({ ...draft.value, ...part });
  const create = useMutation(
    api.organizations.create.mutationOptions({
      async onSuccess(guild) {
        draft.forget();
        await rereadGuild();
        await navigate({ to: '/g/$guild', params: { guild: guildRef(guild) } });
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      type,
      ...(description.trim() ? { description } : {}),
      ...(template ? { templateKey: template } : {}),
    });
  };
  return (
    <form className={styles.found} onSubmit={submit}>
      <div className={styles.stack}>
        {draft.wasKept && <KeptNote onStartOver={draft.startOver} />}
        <TextField
          label={found.name}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
          maxLength={60}
          required
        />
        <Select label={found.type} value={type} onChange={({ target }) => change({ type: target.value as Type })}>
          {TYPES.map((one) => (
            <option key={one} value={one}>
              {words.types[one]}
            </option>
          ))}
        </Select>
        <TextArea
          label={found.description}
          hint={found.descriptionHint}
          value={description}
          onChange={({ target }) => change({ description: target.value })}
          maxLength={4_000}
        />
      </div>
      <fieldset>
        <legend className="sr">{found.template}</legend>
        <p className="eyebrow" aria-hidden="true">
          {found.template}
        </p>
        <div className={styles.templates}>
          <label>
            <input type="radio" name="template" checked={!template} onChange={() => change({ template: null })} />
            <b>{found.blank}</b>
            <small>{found.blankHint}</small>
          </label>
          {templates.map(({ key, roles }) => (
            <label key={key}>
              <input
                type="radio"
                name="template"
                checked={template === key}
                onChange={() => change({ template: key })}
              />
              <b>{found.templates[key].name}</b>
              <small>
                {found.templates[key].hint} {found.roles(roles.map((role) => role.name).join(', '))}
              </small>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.stack}>
        <FailureNote error={create.error} />
        <div>
          <Button submit kind="primary" pending={create.isPending}>
            {found.verb}
          </Button>
        </div>
      </div>
    </form>
  );
}
