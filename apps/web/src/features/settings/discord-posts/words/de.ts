import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { DiscordPostsWords } from './en.ts';

const number = numbersIn('de');
const plural = pluralIn('de');

export const words: DiscordPostsWords = {
  title: 'Termine in Discord',
  lead: 'Jeder Termin wird in den gewählten Kanälen zu einer Nachricht mit Knöpfen, die dem Termin folgt.',
  states: {
    not_configured: 'Hier ist kein Discord-Bot eingerichtet. Das muss der Betreiber tun.',
    no_server: 'Wähle bei Discord euren Server, um den Bot hinzuzufügen. Dazu musst du ihn dort verwalten.',
    not_confirmed:
      'Niemand, der euren Discord-Server verwaltet, steht noch für ihn ein. Bis ihn jemand wieder hinzufügt, wird nichts veröffentlicht.',
    bot_removed:
      'Der Bot ist nicht mehr auf eurem Discord-Server. Bis du ihn wieder hinzufügst, wird nichts veröffentlicht.',
  },
  bindingStates: {
    ok: 'Funktioniert',
    channel_gone: 'Dieser Kanal wurde gelöscht. Trenne ihn und wähle einen anderen.',
  },
  lacks: (permissions: string) =>
    `Dem Bot fehlen hier Rechte: ${permissions}. Erlaube sie in Discord in den Einstellungen des Kanals und prüfe erneut.`,
  permissions: {
    viewChannel: 'Kanal anzeigen',
    sendMessages: 'Nachrichten senden',
    embedLinks: 'Links einbetten',
    readMessageHistory: 'Nachrichtenverlauf anzeigen',
  },
  posts: {
    shown: (count: number) => `${number(count)} sichtbar`,
    waiting: (count: number) => `${number(count)} warten`,
    removed: (count: number) => `${number(count)} von Hand entfernt`,
    failed: (count: number) => `${number(count)} von Discord abgelehnt`,
  },
  details: { names: 'Mit Namen', counts: 'Nur Zahlen' },
  types: { raid: 'Schlachtzüge', dungeon: 'Dungeons', social: 'Geselliges', pvp: 'PvP', other: 'Anderes' },
  daysAhead: (days: number) => plural(days, { one: '# Tag im Voraus', other: '# Tage im Voraus' }),
  install: 'Zu Discord hinzufügen',
  connected: 'Der Server ist verbunden.',
  installAgain: 'Bot wieder hinzufügen',
  mayCreateEvents: 'Bot Events erstellen lassen',
  installErrors: {
    state_mismatch: 'Du bist in einem anderen Browser oder zu spät zurückgekommen. Fang noch einmal an.',
    access_denied: 'Bei Discord wurde kein Server ausgewählt. Fang noch einmal an.',
    provider_unavailable: 'Discord antwortet gerade nicht. Versuch es später noch einmal.',
    other_chat_account:
      'Du hast mit einem anderen Discord-Konto ausgewählt als dem, das mit deinem Profil verknüpft ist.',
    bot_not_added: 'Der Bot ist nicht auf dem Server. Fang noch einmal an und lass ihn dort.',
    not_chat_server_manager: 'Du verwaltest diesen Server bei Discord nicht. Bitte jemanden, der das tut.',
    not_allowed: 'Du darfst diese Gilde nicht mehr ändern.',
  },
  check: 'Erneut prüfen',
  checked: 'Discord wurde gerade gefragt.',
  none: 'Noch kein Kanal',
  noneHint: 'Wähle, wo Termine erscheinen.',
  add: 'Kanal hinzufügen',
  repost: 'Entfernte erneut posten',
  reposted: (count: number) => `Erneut gepostet: ${number(count)}`,
  test: 'Test senden',
  tested: 'Der Test steht im Kanal.',
  change: 'Ändern',
  save: 'Speichern',
  saved: 'Gespeichert.',
  disconnect: 'Trennen',
  disconnectConsequence: 'Nachrichten kommender Termine werden gelöscht. Die vergangener bleiben.',
  disconnected: 'Getrennt.',
  channel: 'Kanal',
  choose: 'Kanal wählen',
  bound: 'schon verbunden',
  lacking: 'der Bot darf dort nicht schreiben',
  what: 'Was erscheint',
  leadDays: 'Tage im Voraus',
  leadDaysHint: 'Spätere Termine warten auf ihren Tag.',
  evenIfPublic: 'Namen zeigen, obwohl der ganze Server diesen Kanal sieht',
  mirrors: 'Die nächsten Termine auch als Events des Servers führen',
  mirrorsHint: 'Alle auf dem Server sehen sie über den Kanälen: die nächsten 25 der kommenden vier Wochen.',
  mirrored: 'auch als Events des Servers',
  mirrorProblems: {
    lacks_permission:
      'Events des Servers fehlen: Der Bot darf keine Events erstellen. Erlaube es seiner Rolle in Discord und prüfe erneut.',
    too_many:
      'Events des Servers fehlen: Euer Server hat schon 100, mehr gehen nicht. Der Bot versucht es nach einem Tag wieder.',
  },
  mentions: 'Erwähnen, wer kommt',
  mentionsHint: 'In einer Antwort auf den Beitrag, außer wer Erinnerungen abgestellt hat.',
  mentionHours: { never: 'Nie', 24: 'Einen Tag vorher', 1: 'Eine Stunde vorher' },
  mentioned: { 24: 'Erwähnungen einen Tag vorher', 1: 'Erwähnungen eine Stunde vorher' },
  disconnectQuestion: (channel: string) => `#${channel} trennen?`,
};
