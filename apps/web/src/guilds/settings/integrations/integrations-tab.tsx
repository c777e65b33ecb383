import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { usePrefetchQuery } from '@tanstack/react-query';
import styles from './integrations.module.css';
import { servicesQuery, webhooksQuery } from './integrations.queries.ts';
import { Services } from './services.tsx';
import { Webhooks } from './webhooks.tsx';

export function IntegrationsTab({ guild }: { guild: OrganizationView }) {
  // Loads both lists in parallel; otherwise the second would wait for the first.
  usePrefetchQuery(webhooksQuery(guild.id));
  usePrefetchQuery(servicesQuery(guild.id));
  return (
    <div className={styles.tab}>
      <Webhooks guildId={guild.id} />
      <Services guildId={guild.id} />
    </div>
  );
}
