import { createHash } from 'node:crypto';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { renderMail } from '../../core/services/mail-layout.ts';
import { notify } from '../../notifications/notify.ts';
import { lockAdministrators } from '../../people/lock-administrators.ts';
import { mailTokenRefusedJob } from './discord.jobs.ts';

/** Administrators who have not been told of this token. */
const UNTOLD = query({ userId: 'uuid' })`
  select id as "userId" from person u where is_admin and not exists (
    select from notification n
    where n.user_id = u.id and n.kind = 'discord_token_refused' and n.details ->> 'tokenDigest' = $1)`;

/**
 * Tells administrators once a token, in their inbox and by mail: Discord never takes a refused one back, so each outage has
 * another one.
 */
export async function tellTokenRefused({ config, log, transact }: AppContext): Promise<void> {
  log.warn('Discord refuses the token of the bot: set DISCORD_BOT_TOKEN to a new one');
  const tokenDigest = createHash('sha256')
    .update(config.discord.botToken ?? '')
    .digest('hex')
    .slice(0, 16);
  await transact(async (tx) => {
    // Processes that are refused at the same moment take turns.
    await lockAdministrators(tx.sql);
    const untold = await tx.sql.many(UNTOLD, [tokenDigest]);
    const noticeIds = await notify(
      tx,
      untold.map(({ userId }) => ({ userId, kind: 'discord_token_refused', details: { tokenDigest } })),
    );
    await tx.enqueueAll(
      mailTokenRefusedJob,
      noticeIds.map((notificationId) => ({ payload: { notificationId } })),
    );
  });
}

/** Somebody who is no administrator any more is not told. */
const ADMINISTRATOR = query({ email: 'text!', displayName: 'text', locale: 'text' })`
  select u.email, u.display_name as "displayName", u.locale from notification n
  join person u on u.id = n.user_id and u.is_admin and u.email is not null and u.email_verified_at is not null
  where n.id = $1`;

/** Follows the notice in the inbox. Each attempt repeats its id, by which mail servers recognise a duplicate. */
export async function mailTokenRefused(
  { sql, config, mail }: AppContext,
  { notificationId }: { notificationId: string },
): Promise<void> {
  const person = await sql.maybe(ADMINISTRATOR, [notificationId]);
  if (!person) return;
  const { host } = new URL(config.baseUrl);
  const { subject, greeting, body, mend, footer } = WORDS[person.locale] ?? ENGLISH;
  const rendered = renderMail({
    subject: subject(host),
    greeting: greeting(person.displayName),
    paragraphs: [body(host), mend],
    footer,
  });
  await mail.send({ ...rendered, to: person.email, id: notificationId });
}

const ENGLISH = {
  subject: (host: string) => `Discord refuses the bot of ${host}`,
  greeting: (name: string) => `Hello ${name},`,
  body: (host: string) =>
    `Discord rejects the bot token of ${host}. Events, roles and invites on Discord are paused until it is replaced; nothing is lost.`,
  mend: 'Make a new token in Discord’s developer portal, set DISCORD_BOT_TOKEN to it, and restart the service.',
  footer: 'You get this email once for each rejected token. You can turn it off in your notification settings.',
};

const WORDS: Record<string, typeof ENGLISH> = {
  en_US: ENGLISH,
  de_DE: {
    subject: (host) => `Discord weist den Bot von ${host} ab`,
    greeting: (name) => `Hallo ${name},`,
    body: (host) =>
      `Discord weist das Token des Bots von ${host} ab. Termine, Rollen und Einladungen auf Discord ruhen, bis es ersetzt ist; verloren geht nichts.`,
    mend: 'Erzeuge im Entwicklerportal von Discord ein neues Token, trag es als DISCORD_BOT_TOKEN ein und starte den Dienst neu.',
    footer:
      'Diese Mail kommt einmal für jedes abgewiesene Token. In deinen Benachrichtigungseinstellungen schaltest du sie ab.',
  },
  es_ES: {
    subject: (host) => `Discord rechaza el bot de ${host}`,
    greeting: (name) => `Hola, ${name}:`,
    body: (host) =>
      `Discord rechaza el token del bot de ${host}. Los eventos, los roles y las invitaciones en Discord quedan en pausa hasta que se cambie; no se pierde nada.`,
    mend: 'Crea un token nuevo en el portal de desarrolladores de Discord, ponlo en DISCORD_BOT_TOKEN y reinicia el servicio.',
    footer:
      'Recibes este correo una vez por cada token rechazado. Puedes desactivarlo en tus ajustes de notificaciones.',
  },
  fr_FR: {
    subject: (host) => `Discord refuse le bot de ${host}`,
    greeting: (name) => `Bonjour ${name},`,
    body: (host) =>
      `Discord refuse le jeton du bot de ${host}. Les événements, les rôles et les invitations sur Discord sont en pause jusqu’à son remplacement ; rien n’est perdu.`,
    mend: 'Créez un nouveau jeton dans le portail des développeurs de Discord, indiquez-le dans DISCORD_BOT_TOKEN et redémarrez le service.',
    footer:
      'Vous recevez ce message une fois par jeton refusé. Vos réglages de notifications permettent de le désactiver.',
  },
  pt_BR: {
    subject: (host) => `O Discord recusa o bot de ${host}`,
    greeting: (name) => `Olá, ${name},`,
    body: (host) =>
      `o Discord recusa o token do bot de ${host}. Eventos, cargos e convites no Discord ficam parados até ele ser trocado; nada se perde.`,
    mend: 'Crie um token novo no portal de desenvolvedores do Discord, coloque-o em DISCORD_BOT_TOKEN e reinicie o serviço.',
    footer: 'Você recebe este e-mail uma vez por token recusado. Suas configurações de notificações o desativam.',
  },
  ru_RU: {
    subject: (host) => `Discord отклоняет бота ${host}`,
    greeting: (name) => `Здравствуйте, ${name}!`,
    body: (host) =>
      `Discord отклоняет токен бота ${host}. События, роли и приглашения в Discord приостановлены, пока его не заменят; ничего не потеряется.`,
    mend: 'Создайте новый токен на портале разработчиков Discord, укажите его в DISCORD_BOT_TOKEN и перезапустите сервис.',
    footer: 'Это письмо приходит один раз на каждый отклонённый токен. Его можно отключить в настройках уведомлений.',
  },
};
