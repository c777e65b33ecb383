import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { may } from '../../api/ability.tsx';
import { useGuild } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AttendanceTab } from './attendance-tab.tsx';
import { ChatTab } from './chat-tab.tsx';
import { GeneralTab } from './general-tab.tsx';
import { LogoTab } from './logo-tab.tsx';
import styles from './settings.module.css';
import { type SettingsTab, TABS } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';
import { SyncTab } from './sync-tab.tsx';

const route = getRouteApi('/shell/app/g/$guild/settings/$tab');

const DangerTab = lazyPart(() => import('./danger-tab.tsx'), 'DangerTab');
const IntegrationsTab = lazyPart(() => import('./integrations/integrations-tab.tsx'), 'IntegrationsTab');
const LogsTab = lazyPart(() => import('./logs/logs-tab.tsx'), 'LogsTab');

const CONTENTS: Record<SettingsTab, ComponentType<{ guild: OrganizationView }>> = {
  general: GeneralTab,
  logo: LogoTab,
  attendance: AttendanceTab,
  logs: LogsTab,
  chat: ChatTab,
  sync: SyncTab,
  danger: DangerTab,
  integrations: IntegrationsTab,
};

/** Members find the chat server and how to leave here; the rest is for people who manage the guild. */
export function SettingsPage() {
  const words = settingsWords.use();
  const guild = useGuild();
  const params = route.useParams();
  const tab = oneOf(params.tab, TABS) ?? 'general';
  const isManager = may(guild.abilityRules, 'update', 'Organization');
  const isOpen: Record<SettingsTab, boolean> = {
    general: isManager,
    logo: isManager,
    attendance: isManager,
    logs: isManager,
    chat: may(guild.abilityRules, 'read', 'Organization'),
    sync: guild.source === 'synced' && (isManager || may(guild.abilityRules, 'sync', 'Roster')),
    danger: may(guild.abilityRules, 'read', 'Organization'),
    integrations: isManager,
  };
  const Content = CONTENTS[tab];
  return (
    <>
      <PageHead title={words.title} lead={guild.name} />
      <Tabs label={words.title}>
        {TABS.filter((one) => isOpen[one] || one === tab).map((one) => (
          <Link key={one} to="/g/$guild/settings/$tab" params={{ ...params, tab: one }}>
            {words.tabs[one]}
          </Link>
        ))}
      </Tabs>
      <Section key={`${guild.id} ${tab}`} className={styles.tab ?? ''}>
        {isOpen[tab] ? (
          <Content guild={guild} />
        ) : (
          <Empty icon="lock" title={guild.archivedAt ? guild.name : words.notYours}>
            {guild.archivedAt ? (
              <ReasonText of="organization_archived" />
            ) : tab === 'sync' && guild.source === 'standalone' ? (
              words.noGame
            ) : (
              words.notYoursHint
            )}
          </Empty>
        )}
      </Section>
    </>
  );
}
