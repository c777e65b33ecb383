import { reasons } from '../errors/de.ts';
import { pluralIn } from '../plural.ts';
import type { CoreWords } from './en.ts';

const plural = pluralIn('de');

export const words: CoreWords = {
  ui: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    undo: 'Rückgängig',
    tryAgain: 'Noch einmal versuchen',
    loading: 'Lädt',
    nothingFound: 'Nichts gefunden',
    requestId: 'Anfrage',
    typeToConfirm: (name) => `Zur Bestätigung „${name}“ eintippen`,
  },
  roles: { tank: 'Tank', healer: 'Heilung', melee: 'Nahkampf', ranged: 'Fernkampf', flex: 'flexibel' },
  time: {
    asOf: (ago) => `Stand ${ago}`,
    next: (soon) => `nächster ${soon}`,
    neverFetched: 'noch nicht abgeholt',
    guildTime: (time, zone) => `${time} Gildenzeit, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'Das hat nicht geklappt',
      forbidden: 'Nicht für dich bestimmt',
      missing: 'Hier ist nichts',
      conflict: 'Etwas steht im Weg',
      limited: 'Etwas langsamer, bitte',
      fault: 'Bei uns ist etwas kaputt',
      offline: 'Keine Verbindung',
    },
    advice: {
      waitSeconds: (seconds) =>
        plural(seconds, {
          one: 'Versuch es in # Sekunde noch einmal.',
          other: 'Versuch es in # Sekunden noch einmal.',
        }),
      offline: 'Prüfe dein Netz. Alles kommt von selbst zurück.',
      fault: 'Versuch es noch einmal. Bleibt es so, gib die Nummer unten weiter.',
    },
  },
  reasons,
  shell: {
    skip: 'Zum Inhalt springen',
    main: 'Hauptmenü',
    mine: 'Meins',
    week: 'Meine Woche',
    weekTab: 'Woche',
    events: 'Termine',
    roster: 'Mitglieder',
    characters: 'Charaktere',
    guildHome: 'Gildenhalle',
    more: 'Mehr',
    switchGuild: 'Gilde wechseln',
    noGuild: 'Noch keine Gilde',
    find: 'Alles durchsuchen',
    findHint: 'Seiten, Gilden, Charaktere',
    pages: 'Seiten',
    guilds: 'Gilden',
    actions: 'Aktionen',
    results: (count) => plural(count, { one: '# Treffer', other: '# Treffer' }),
    shortcuts: 'Tastenkürzel',
    shortcutSearch: 'Auf dieser Seite suchen',
    account: 'Dein Konto',
    theme: 'Darstellung',
    themes: { dark: 'Dunkel', light: 'Hell', system: 'System' },
    language: 'Sprache',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    signedOut: 'Du wurdest abgemeldet. Melde dich an, um weiterzumachen.',
    offline: 'Du bist offline. Du siehst den Stand von vorher.',
    reconnecting: 'Verbindet neu …',
    newVersion: 'Es gibt eine neue Version.',
    reload: 'Neu laden',
    lost: 'Diese Seite gibt es nicht',
    lostHint: 'Die Adresse ist vielleicht alt oder vertippt.',
    toWeek: 'Zu meiner Woche',
  },
};
