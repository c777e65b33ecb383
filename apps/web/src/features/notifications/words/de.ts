import { pluralIn } from '../../../i18n/plural.ts';
import type { NotificationsWords } from './en.ts';

const plural = pluralIn('de');

export const words: NotificationsWords = {
  title: 'Benachrichtigungen',
  lead: 'Was geschehen ist, während du nicht hingesehen hast.',
  bell: (count) =>
    count === 0
      ? 'Benachrichtigungen'
      : plural(count, { one: 'Benachrichtigungen, # neue', other: 'Benachrichtigungen, # neue' }),
  all: 'Alle',
  unread: 'Ungelesen',
  show: 'Was gezeigt wird',
  readAll: 'Alle als gelesen markieren',
  more: 'Ältere zeigen',
  none: 'Noch nichts',
  noneHint: 'Plätze, die du bekommst, Termine, die sich verschieben, Rollen, die du erhältst: Du findest sie hier.',
  noneUnread: 'Alles gelesen',
  newOne: 'neu',
  open: 'Öffnen',
  settings: 'Auswählen, was hierher kommt',
  happened: {
    waitlist_promoted: (title) => `Du hast einen Platz: ${title}`,
    place_lost: (title) => `Du hast deinen Platz verloren: ${title}`,
    moved: (title) => `Ein Offizier hat dich verschoben: ${title}`,
    event_new: (title) => `Neuer Termin: ${title}`,
    event_moved: (title) => `${title} wurde verschoben`,
    event_cancelled: (title) => `${title} fällt aus`,
    role_granted: (title) => `Du bist jetzt ${title}`,
    role_withdrawn: (title) => `Du bist nicht mehr ${title}`,
    claim_rejected: (title) => `Ein Offizier sagt, dass ${title} nicht dir gehört`,
    transfer_waiting: () => 'Ein Transfer wartet auf deine Entscheidung',
    roster_held: () => 'Die Mitgliederliste wird zurückgehalten: In der Antwort des Spiels fehlten Mitglieder',
    picture_refused: () => 'Dein Bild wurde abgelehnt',
    integration_stopped: (title) => `„${title}“ ist stehen geblieben`,
    discord_posts_stopped: (title) =>
      title
        ? `Termine erscheinen auf Discord nicht mehr in #${title}`
        : 'Der Bot ist nicht mehr auf dem Discord-Server deiner Gilde',
    discord_token_refused: () => 'Discord weist den Bot dieser Installation ab: Sein Token ist falsch',
    discord_roles_held: () => 'Viele würden eine Discord-Rolle verlieren: Sieh es dir an',
    discord_role_stopped: (title: string) => `Die Discord-Rolle ${title} wird nicht mehr vergeben`,
  },
  now: {
    signed_up: 'du hast einen Platz',
    waitlist: 'du bist auf der Warteliste',
    tentative: 'deine Antwort ist jetzt „vielleicht“',
    declined: 'du wurdest ausgetragen',
  },
  purposes: { avatar: 'Das Bild deines Profils', logo: 'Das Logo einer Gilde', event: 'Das Bild eines Termins' },
  moved: (from, to) => `Von ${from} auf ${to}`,
  and: (count) => plural(count, { one: 'und # weiterer der Reihe', other: 'und # weitere der Reihe' }),
  kinds: {
    waitlist_promoted: 'Ich rücke von einer Warteliste nach',
    place_lost: 'Ich verliere einen Platz oder werde ausgetragen',
    moved: 'Ein Offizier verschiebt mich',
    event_new: 'Neue Termine meiner Gilden',
    event_moved: 'Einer meiner Termine wird verschoben',
    event_cancelled: 'Einer meiner Termine fällt aus',
    role_granted: 'Ich bekomme eine Rolle',
    role_withdrawn: 'Mir wird eine Rolle entzogen',
    claim_rejected: 'Ein Anspruch von mir wird abgelehnt',
    transfer_waiting: 'Ein Transfer wartet auf meine Entscheidung',
    roster_held: 'Die Mitgliederliste meiner Gilde wird zurückgehalten',
    picture_refused: 'Ein Bild von mir wird abgelehnt',
    integration_stopped: 'Eine Anbindung meiner Gilde bleibt stehen',
    discord_posts_stopped: 'Termine meiner Gilde erreichen Discord nicht mehr',
    discord_token_refused: 'Discord weist den Bot ab (Administratoren)',
    discord_roles_held: 'Viele würden eine Discord-Rolle verlieren',
    discord_role_stopped: 'Eine Discord-Rolle wird nicht mehr vergeben',
  },
  inbox: 'Im Posteingang',
  inboxHint: '90 Tage lang, auf jedem Gerät.',
  device: 'Auf diesem Gerät',
  deviceHint: 'Solange ein Tab von Guildhall offen ist, erscheinen Neuigkeiten auch außerhalb davon.',
  allow: 'Neuigkeiten auf diesem Gerät zeigen',
  allowed: 'Neuigkeiten erscheinen auf diesem Gerät.',
  stop: 'Beenden',
  blocked: 'Dein Browser blockiert das. Erlaube Benachrichtigungen für diese Seite in seinen Einstellungen.',
  unknown: 'Dein Browser kann Neuigkeiten nicht außerhalb der Seite zeigen.',
};
