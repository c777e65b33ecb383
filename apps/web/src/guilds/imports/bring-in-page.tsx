import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Section, Skeleton } from '../../ui/states.tsx';
import { sourcesOf } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';
import { Runs } from './runs.tsx';
import { SourceForm } from './source-form.tsx';

const Run = lazyPart(() => import('./run.tsx'), 'Run');
const route = getRouteApi('/shell/app/g/$guild/bring-in/{-$run}');

export function BringInPage() {
  const words = importsWords.use();
  const guild = useGuild();
  if (sourcesOf(guild).length === 0) return <Refused title={words.title} reason="missing_permission" />;
  return <BringIn guild={guild} />;
}

function BringIn({ guild }: { guild: OrganizationView }) {
  const words = importsWords.use();
  const { run } = route.useParams();
  const { hash } = useLocation();
  const past = (
    <Section title={words.runs.title} skeleton={<Skeleton lines={4} />}>
      <Runs guild={guild} current={run} />
    </Section>
  );
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <Link to="/g/$guild/people" params={{ guild: guildRef(guild) }} className={buttonClass()}>
            <Icon name="roster" />
            {words.people}
          </Link>
        }
      />
      {run ? (
        <Suspense key={run} fallback={<Skeleton lines={12} />}>
          <Run guild={guild} importId={run} past={past} />
        </Suspense>
      ) : (
        <div className="split">
          <SourceForm
            guild={guild}
            first={hash === 'loot' || hash === 'points' || hash === 'reserves' ? hash : undefined}
          />
          {past}
        </div>
      )}
    </div>
  );
}
