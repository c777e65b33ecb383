/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type OrganizationsWords = {
  regions: {
    us: string;
    eu: string;
    kr: string;
    tw: string;
  };
  versions: {
    retail: string;
    classic: string;
    'classic-era': string;
    'classic-anniversary': string;
  };
  types: {
    guild: string;
    community: string;
    team: string;
  };
  factions: {
    alliance: string;
    horde: string;
  };
  home: {
    founded: (values: { date: string }) => string;
    archived: string;
    recruiting: string;
    membersOnly: string;
    members: string;
    points: string;
    missing: (values: { date: string }) => string;
    rosterProblem: (values: { ago: string }) => string;
    joinByRoster: string;
    joinByInvite: string;
    bringCharacters: string;
    signIn: string;
    motd: string;
    noMotd: string;
    writeOne: string;
    nextEvents: string;
    allEvents: string;
    noEvents: string;
    news: string;
    allNews: string;
    noNews: string;
    noNewsHint: string;
    about: string;
    noDescription: string;
    weLookFor: string;
    joining: string;
    notRecruiting: string;
    everybody: string;
    classes: string;
    composition: string;
    noRoster: string;
    achievements: string;
    noAchievements: string;
    earned: (values: { count: number }) => string;
    pointsCount: (values: { count: number }) => string;
  };
  list: {
    title: string;
    lead: string;
    leadPublic: string;
    search: string;
    searchHint: string;
    filters: string;
    region: string;
    allRegions: string;
    version: string;
    allVersions: string;
    audience: string;
    anyAudience: string;
    recruitingOnly: string;
    noMatch: string;
    noMatchHint: string;
    count: (values: { count: number }) => string;
    looksFor: (values: { roles: string }) => string;
    looksForAll: string;
    found: string;
    none: string;
    noneHint: string;
    members: (values: { count: number }) => string;
    yours: string;
    before: string;
    after: string;
  };
  found: {
    title: string;
    lead: string;
    name: string;
    type: string;
    description: string;
    descriptionHint: string;
    verb: string;
    template: string;
    blank: string;
    blankHint: string;
    roles: (values: { names: string }) => string;
    templates: {
      raiding: {
        name: string;
        hint: string;
      };
      'mythic-plus': {
        name: string;
        hint: string;
      };
      pvp: {
        name: string;
        hint: string;
      };
      social: {
        name: string;
        hint: string;
      };
      leveling: {
        name: string;
        hint: string;
      };
      classic: {
        name: string;
        hint: string;
      };
    };
  };
};

export const organizationsWords = defineWords<OrganizationsWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
