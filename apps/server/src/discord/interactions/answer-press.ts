/** Answers what people press, choose and send in forms: always to them alone, with what it came to. */

import { type CustomId, parseCustomId } from '../../chat/custom-id.ts';
import type { AppContext } from '../../core/services/context.ts';
import { muteEventMails } from '../../events/mails/event-mails.ts';
import { discordWords } from '../words/words.ts';
import type { Answered, Attempt } from './answer-interaction.ts';
import { listedEvents, listedRoster } from './answer-lists.ts';
import { eventOf } from './event-of.ts';
import { lateForm, showAnswer, showEvent } from './event-replies.ts';
import { askToLink } from './link-intents.ts';
import type { Act, Presser } from './presser.ts';
import { beLate, come, stepBack } from './take-part.ts';

type Press = Extract<Act, { type: 3 | 5 }>;

export async function answerPress(ctx: AppContext, act: Press, presser: Presser, attempt: Attempt): Promise<Answered> {
  const words = discordWords(presser.language);
  const id = parseCustomId(act.data.custom_id);
  if (!id) return { reply: { content: words.refusals.outOfDate } };
  if (id.kind === 'works') return { reply: { content: words.works } };
  const { actor } = presser;
  if (!actor) return { reply: await askToLink(ctx, presser, wishOf(id)) };
  const known = { ...presser, actor };
  if (id.kind === 'mute') {
    await muteEventMails(ctx, actor, id.parts[0]);
    return { reply: { content: words.muted(`${ctx.config.baseUrl}/me/notifications`) } };
  }
  if (id.kind === 'events' || id.kind === 'roster') {
    const [organizationId, page] = id.parts;
    const guild = presser.guilds.find((one) => one.id === organizationId);
    if (!guild) return { reply: { content: words.refusals.noServer } };
    const list = id.kind === 'events' ? listedEvents : listedRoster;
    return { reply: await list(ctx, known, guild, { page }) };
  }
  const taking = { act, at: await eventOf(ctx, known, id.parts[0]), attempt };
  switch (id.kind) {
    case 'mine':
      return { reply: await showAnswer(ctx, taking.at) };
    case 'event':
      return { reply: await showEvent(ctx, taking.at) };
    case 'signup':
      return { reply: await come(ctx, taking, { role: id.parts[1] }) };
    case 'character': {
      const [characterId = 'ask'] = act.type === 3 ? act.data.values : [];
      return { reply: await come(ctx, taking, { role: id.parts[1], characterId }) };
    }
    case 'answer':
      return { reply: await stepBack(ctx, taking, id.parts[1]) };
    case 'late':
      return act.type === 3
        ? lateForm(ctx, taking.at)
        : { reply: await beLate(ctx, taking, fieldsOf(act.data.components)) };
  }
}

function wishOf(id: Exclude<CustomId, { kind: 'works' }>) {
  if (id.kind === 'events' || id.kind === 'roster' || id.kind === 'mute') return undefined;
  const [eventId] = id.parts;
  const roleKey = id.kind === 'signup' || id.kind === 'character' ? id.parts[1] : null;
  return { eventId, roleKey, status: id.kind === 'answer' ? id.parts[1] : ('signed_up' as const) };
}

type Fields = Extract<Act, { type: 5 }>['data']['components'];

const fieldsOf = (components: Fields): Map<string, string> =>
  new Map(
    components.flatMap(({ component }) =>
      component ? [[component.custom_id, component.value ?? component.values?.[0] ?? ''] as const] : [],
    ),
  );
