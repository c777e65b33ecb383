import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { discordGuild, planEvent } from '../../../test/discord-guild.ts';
import { untilNoJobs } from '../../../test/guild.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { createPerson } from '../../../test/people.ts';
import { checkDiscordServers } from '../event-posts/find-discord-work.ts';

test('administrators get one mail per refused token, in their language, unless they muted it', async () => {
  await using mailbox = await startMailbox();
  await using app = await testApp({ environment: { SMTP_URL: mailbox.url } });
  const administrator = async (name: string, verifiedAt: string | null, preferences = {}) => {
    const { userId } = await createPerson(app, { isAdmin: true });
    const email = `${name}@example.org`;
    await app.ctx.sql(
      `update app_user set display_name = 'Mara', locale = 'de_DE', email = $2, email_verified_at = $3, preferences = $4
       where id = $1`,
      [userId, email, verifiedAt, JSON.stringify(preferences)],
    );
    return email;
  };
  const mara = await administrator('mara', '2026-01-01');
  const muted = await administrator('muted', '2026-01-01', { mutedNotifications: ['discord_token_refused'] });
  const unproven = await administrator('unproven', null);
  const guild = await discordGuild(app);
  app.simulator.faults.add({ match: '/discord/api/*', fault: { kind: 'status', status: 401 } });

  await planEvent(guild);
  const mail = await mailbox.nthTo(mara);
  expect(mail.subject).toBe(`Discord weist den Bot von ${new URL(app.config.baseUrl).host} ab`);
  expect(mail.text).toContain('Hallo Mara,');
  expect(mail.text).toContain('DISCORD_BOT_TOKEN');

  const refusedAgain = async () => {
    freshBot(app);
    await checkDiscordServers(app.ctx, {}, { signal: new AbortController().signal });
    await untilNoJobs(app, 'mail-token-refused');
  };
  await refusedAgain();
  expect(mailbox.to(mara)).toHaveLength(1);
  // Another token is another outage.
  await app.ctx.sql(`update notification set details = '{"tokenDigest": "of the token before"}'`);
  await refusedAgain();
  expect(mailbox.to(mara)).toHaveLength(2);
  expect([...mailbox.to(muted), ...mailbox.to(unproven)]).toEqual([]);
});
