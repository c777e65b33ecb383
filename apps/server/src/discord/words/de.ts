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
  lists: {
    status: {
      signed_up: 'du bist dabei',
      tentative: 'du hast „Vielleicht“ gesagt',
      waitlist: 'du wartest',
      declined: 'du hast abgesagt',
    },
    noEvents: 'Zurzeit ist nichts geplant.',
    noEvent: (text) => `Kein kommender Termin hat „${text}“ im Titel.`,
    whichEvent: 'Welchen meinst du?',
    nobody: 'Dazu passt niemand. Versuch es mit einem kürzeren Teil des Namens.',
    members: (count) => `${count} Mitglieder`,
    crafters: (text) => `**${text}** können herstellen:`,
    noCrafter: (text) =>
      `Von niemandem in der Gilde ist bekannt, dass er „${text}“ herstellen kann. Versuch einen anderen Teil des Namens, mindestens drei Buchstaben.`,
    noAttendance: 'Für dieses Mitglied zählt noch kein Termin.',
    attendance: (name, { percent, events, there, late, missed }) =>
      `**${name}**: ${percent} % von ${events} Terminen. ${there}-mal da, davon ${late}-mal später; ${missed}-mal gefehlt.`,
    wrongDays: 'Schreib Tage wie 2026-12-24; der letzte darf nicht vor dem ersten liegen, höchstens 366 Tage.',
    away: (from, to, declined) =>
      `Du bist vom ${from} bis ${to} als abwesend eingetragen.${declined > 0 ? ` Deine Antworten auf ${declined} Termine sind jetzt Absagen.` : ''}`,
  },
  commands: {
    events: 'Die nächsten Termine der Gilde',
    event: 'Ein Termin mit deiner Antwort und Knöpfen, um sie zu ändern',
    signup: 'Sich zu einem Termin anmelden',
    roster: 'Die Mitglieder der Gilde im Spiel',
    whocan: 'Finden, wer etwas herstellen kann',
    absence: 'Sagen, dass du einige Tage weg bist',
    attendance: 'Wie oft du da warst; für Offiziere auch andere',
  },
  options: {
    name: 'Teil des Titels; ohne Angabe der nächste Termin',
    role: 'Die Rolle, die du spielst',
    character: 'Der Charakter, mit dem du kommst',
    search: 'Teil eines Namens',
    rank: 'Rang, 0 ist die Gildenleitung',
    recipe: 'Teil des Rezepts oder dessen, was es herstellt',
    from: 'Erster Tag, wie 2026-12-24',
    to: 'Letzter Tag; ohne Angabe derselbe',
    note: 'Grund, für die Offiziere',
    member: 'Ein Mitglied; nur für Offiziere',
    guild: 'Die Gilde, wenn sich mehrere den Server teilen',
  },
  works: 'Es klappt: Dieser Server erreicht Guildhall.',
  muted: (address) => `Abgestellt. Wieder einschalten kannst du es hier: <${address}>`,
};
