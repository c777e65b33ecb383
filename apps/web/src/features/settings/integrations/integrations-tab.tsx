import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import styles from './integrations.module.css';
import { Services } from './services.tsx';
import { Webhooks } from './webhooks.tsx';

export function IntegrationsTab({ guild }: { guild: OrganizationView }) {
  return (
    <div className={styles.tab}>
      <Webhooks guildId={guild.id} />
      <Services guildId={guild.id} />
    </div>
  );
}
