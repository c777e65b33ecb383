import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { Section } from '../../ui/states.tsx';
import styles from './organizations.module.css';
import { invalidateGuild, templatesQuery } from './organizations.queries.ts';
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
        <FoundForm />
      </Section>
    </>
  );
}

function FoundForm() {
  const words = organizationsWords.use();
  const { found } = words;
  const navigate = useNavigate();
  const form = useForm<Draft, OrganizationView>({
    name: 'found',
    before: { name: '', type: 'community', description: '', template: null },
    send: ({ name, type, description, template }) =>
      client.organizations.create.mutate({
        name: name.trim(),
        type,
        ...(description.trim() ? { description } : {}),
        ...(template ? { templateKey: template } : {}),
      }),
    async sent(guild) {
      await invalidateGuild();
      await navigate({ to: '/g/$guild', params: { guild: guildRef(guild) } });
    },
  });
  return (
    <Form of={form} className={styles.found} verb={found.verb}>
      <div className={styles.stack}>
        <TextField {...form.text('name')} label={found.name} maxLength={60} required />
        <Select {...form.text('type')} label={found.type} options={TYPES.map((type) => [type, words.types[type]])} />
        <TextArea
          {...form.text('description')}
          label={found.description}
          hint={found.descriptionHint}
          maxLength={4_000}
        />
      </div>
      <Templates chosen={form.value.template} onChoose={(template) => form.change({ template })} />
    </Form>
  );
}

function Templates({ chosen, onChoose }: { chosen: Template | null; onChoose(template: Template | null): void }) {
  const { found } = organizationsWords.use();
  const templates = useSuspenseQuery(templatesQuery()).data;
  return (
    <fieldset>
      <legend className="sr">{found.template}</legend>
      <p className="eyebrow" aria-hidden="true">
        {found.template}
      </p>
      <div className={styles.templates}>
        <label>
          <input type="radio" name="template" checked={!chosen} onChange={() => onChoose(null)} />
          <b>{found.blank}</b>
          <small>{found.blankHint}</small>
        </label>
        {templates.map(({ key, roles }) => (
          <label key={key}>
            <input type="radio" name="template" checked={chosen === key} onChange={() => onChoose(key)} />
            <b>{found.templates[key].name}</b>
            <small>
              {found.templates[key].hint} {found.roles({ names: roles.map((role) => role.name).join(', ') })}
            </small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
