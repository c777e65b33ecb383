import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { eventGuild } from '../../../test/events.ts';

test('officers can download the attendance of all members as CSV; members get the same refusal as for JSON', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer, members } = await eventGuild(app, 2);
  await app.ctx.sql(`update role set permissions = '{canManageEvents,canViewOfficerData}' where organization_id = $1`, [
    id,
  ]);
  const ask = (token: string) =>
    fetch(`${app.url}/api/v1/organizations/${id}/attendance-stats`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
    });
  const answer = await ask(officer.token);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = (await answer.text()).trimEnd().split('\r\n');
  expect(lines[0]).toContain('"person","main character","class","rate","events counted"');
  expect(lines).toHaveLength(4);
  expect((await ask(members[0]?.token ?? '')).status).toBe(403);
});
