import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { firstConnectorOf } from '../bindings/discord.jobs.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';

const PERSON = query({ personId: 'uuid?' })`select ${firstConnectorOf('$1::text')} as "personId"`;

const DUE = statement`insert into discord_role_due (server_id) values ($1)`;

/** Has the roles of a chat server given and taken soon, even if the job is lost. */
export async function queueRoleSync(tx: UnitOfWork, serverId: string): Promise<void> {
  await tx.sql.run(DUE, [serverId]);
  await tx.enqueue(syncDiscordRolesJob, { serverId, ...(await tx.sql.one(PERSON, [serverId])) });
}
