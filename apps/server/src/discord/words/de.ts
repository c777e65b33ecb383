import type { DiscordWords } from './en.ts';

export const words: DiscordWords = {
  roles: { tank: 'Tank', healer: 'Heilung', melee: 'Nahkampf', ranged: 'Fernkampf', flex: 'Flexibel' },
  buttons: {
    comes: 'Ich bin dabei',
    tentative: 'Vielleicht',
    declined: 'Kann nicht',
    late: 'Später / Notiz',
    mine: 'Meine Antwort',
    page: 'Seite öffnen',
    link: 'Discord mit Guildhall verbinden',
    character: 'Anderer Charakter',
    back: 'Zurück',
    forward: 'Weiter',
  },
  answers: {
    signedUp: (title, when) => `Du bist dabei: **${title}**, ${when}.`,
    waitlist: (title, when, place) => `Du stehst auf der Warteliste, Platz ${place}: **${title}**, ${when}.`,
    tentative: (title, when) => `Du hast „Vielleicht“ gesagt: **${title}**, ${when}.`,
    declined: (title, when) => `Du hast abgesagt: **${title}**, ${when}.`,
    none: (title, when) => `Du hast noch nicht geantwortet: **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} Min. später`,
    away: 'Du bist an dem Tag als abwesend eingetragen. Deshalb rückst du nicht nach und wirst nicht erinnert.',
    linkedSince: 'Discord ist jetzt verbunden.',
  },
  character: {
    choose: (role) => (role ? `Mit welchem Charakter kommst du (${role})?` : 'Mit welchem Charakter kommst du?'),
    placeholder: 'Charakter wählen',
    more: 'Das sind deine 25 am besten ausgerüsteten. Auf der Seite findest du alle.',
  },
  late: {
    title: 'Später kommen oder Notiz',
    minutes: 'Wie viel später kommst du?',
    onTime: 'Pünktlich',
    byMinutes: (minutes) => `Etwa ${minutes} Minuten`,
    note: 'Notiz für die Raidleitung',
  },
  refusals: {
    outOfDate: 'Dieser Knopf ist veraltet. Nimm die einer neueren Nachricht oder die Seite.',
    notLinked: 'Guildhall weiß hier noch nicht, wer du bist. Verbinde Discord einmal, dann zählt deine Antwort sofort.',
    noServer:
      'Dieser Server ist mit keiner Gilde in Guildhall verbunden. Ein Offizier verbindet ihn in den Einstellungen der Gilde.',
    whichGuild: 'Mehrere Gilden teilen sich diesen Server. Sag mit der Option „guild“, welche du meinst.',
    notMember: 'Das können nur Mitglieder der Gilde. Bist du eines, dann aktualisiere deine Charaktere auf der Seite.',
    noCharacter: (role) =>
      role
        ? `Keiner deiner Charaktere in dieser Gilde kann so mitkommen (${role}). Wähle eine andere Rolle oder aktualisiere deine Charaktere auf der Seite.`
        : 'Du hast in dieser Gilde noch keinen Charakter. Aktualisiere deine Charaktere auf der Seite.',
    answerFirst: 'Antworte zuerst: drück eine Rolle oder „Vielleicht“. Dann kannst du sagen, dass du später kommst.',
    waitSeconds: (seconds) => `Das war viel auf einmal. Versuch es in ${seconds} Sekunden noch einmal.`,
    fault: (requestId) =>
      `Bei uns ist etwas schiefgegangen. Drück noch einmal; bleibt es dabei, nenne einem Offizier diese Nummer: ${requestId}`,
    busy: 'Guildhall ist gerade überlastet und konnte das nicht tun. Drück gleich noch einmal.',
  },
  works: 'Es klappt: Dieser Server erreicht Guildhall.',
};
