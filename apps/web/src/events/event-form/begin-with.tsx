import type { EventView } from '@guildhall/contracts/event.ts';
import type { EventTemplateView } from '@guildhall/contracts/event-template.ts';
import { useState } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import { ChosenTemplate, KeepAsTemplate, WithTemplates } from '../templates/choose-template.tsx';
import { type Draft, placesOf } from './draft.ts';
import styles from './event-form.module.css';
import { eventFormWords } from './event-form.words.ts';

const DAY_MS = 86_400_000;

type BeginProps = {
  draft: Draft;
  templates: readonly EventTemplateView[];
  /** Whether they may use templates. */
  plans: boolean;
  events: readonly EventView[];
  copied: string | undefined;
  templateId: string;
  onChoose(event?: EventView): void;
  onTemplate(draft: Draft, templateId: string): void;
};

/** Templates, and the guild's recent events, one per title; the latest is one tap away. */
export function BeginWith({ draft, templates, plans, events, copied, templateId, onChoose, onTemplate }: BeginProps) {
  const words = eventFormWords.use();
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  if (copied || (events.length === 0 && templates.length === 0)) return null;
  const titles = events.filter(({ title }, at) => events.findIndex((one) => one.title === title) === at);
  const choose = (event: EventView | undefined) => {
    setChosen(event?.id ?? '');
    onChoose(event);
  };
  const find = (id: string) => {
    const template = templates.find((one) => one.id === id);
    if (template) onTemplate(draftOfTemplate(template, draft), id);
    else choose(titles.find((one) => one.id === id));
  };
  const lastWeeks = events.find(({ startsAt }) => Date.parse(startsAt) > serviceTime() - 8 * DAY_MS);
  const template = templates.find(({ id }) => id === templateId);
  const event = events.find(({ id }) => id === chosen);
  const recent = titles.map(
    ({ id, title, startsAt }): Option => [
      id,
      `${title} · ${format.date(new Date(startsAt))}`,
      { details: [format.time(new Date(startsAt))] },
    ],
  );
  const select = (all: readonly Option[]) => (
    <Select
      label={words.beginWith}
      value={templateId || chosen}
      onChange={({ target }) => find(target.value)}
      options={[['', words.blank], ...all]}
    />
  );
  return (
    <section className={`card ${styles.begin}`}>
      {plans ? (
        <WithTemplates templates={templates} events={recent}>
          {select}
        </WithTemplates>
      ) : (
        select(recent)
      )}
      {template ? (
        <ChosenTemplate template={template} onDeleted={() => choose(undefined)} />
      ) : (
        lastWeeks &&
        !event && (
          <Button icon="copy" onClick={() => choose(lastWeeks)}>
            <span className="clip">{words.lastWeeks({ title: lastWeeks.title })}</span>
          </Button>
        )
      )}
      {plans && event && !template && <KeepAsTemplate event={event} />}
    </section>
  );
}

/** The fields of a template, on the day that is chosen already. */
function draftOfTemplate(template: EventTemplateView, { day }: Draft): Draft {
  return {
    title: template.title,
    type: template.type,
    journalInstanceId: template.journalInstance?.id ?? null,
    description: template.description ?? '',
    day,
    time: template.localTime,
    durationMinutes: template.durationMinutes,
    deadlineMinutes: template.signupClosesMinutes,
    places: placesOf(template.slots),
    anyRole: template.anyRole,
    scope: template.scope,
    teamId: template.team?.id ?? null,
  };
}
