/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../../i18n/words.ts';

export type DiscordRolesWords = {
  lead: string;
  noServer: string;
  noServerHint: string;
  rests: {
    archived: string;
    server_not_confirmed: string;
    roster_held: string;
    roster_failed: string;
    roster_empty: string;
    guild_missing: string;
  };
  failures: {
    unavailable: string;
    bot_removed: string;
    unauthorized: string;
    two_factor: string;
    refused: string;
  };
  refused: (values: { count: number; why: string }) => string;
  causes: {
    blocked_text: string;
    invalid: string;
    gone: string;
    closed: string;
    lacks_permission: string;
    two_factor: string;
    wrong_channel: string;
    full: string;
    busy: string;
    operator: string;
    unknown: string;
  };
  problems: {
    missing: string;
    everyone: string;
    managed: string;
    dangerous: string;
    above_bot: string;
    bot_lacks_permission: string;
  };
  unfit: {
    missing: string;
    everyone: string;
    managed: string;
    dangerous: string;
    above_bot: string;
    bot_lacks_permission: string;
  };
  rules: string;
  none: string;
  noneHint: string;
  rank: (values: { rank: number }) => string;
  andAbove: (values: { name: string }) => string;
  holders: (values: { name: string }) => string;
  members: string;
  gets: string;
  on: string;
  off: string;
  stopped: string;
  given: (values: { count: number }) => string;
  had: (values: { count: number }) => string;
  taken: (values: { count: number }) => string;
  absent: (values: { count: number }) => string;
  lastRun: string;
  switchOn: string;
  switchOff: string;
  remove: string;
  removeQuestion: (values: { role: string }) => string;
  removeConsequence: string;
  removed: string;
  onTitle: (values: { role: string }) => string;
  gains: (values: { count: number }) => string;
  gainsNobody: string;
  gainsHint: string;
  notLinked: (values: { count: number }) => string;
  switchedOn: string;
  offTitle: (values: { role: string }) => string;
  losses: (values: { count: number }) => string;
  lossesNobody: string;
  takeBack: string;
  takeBackHint: string;
  letKeep: string;
  letKeepHint: string;
  switchedOff: string;
  add: string;
  who: string;
  role: string;
  choose: string;
  askingDiscord: string;
  create: string;
  created: string;
  held: (values: { count: number }) => string;
  heldHint: string;
  heldTake: string;
  heldQuestion: (values: { count: number }) => string;
  heldConsequence: string;
  released: string;
  more: (values: { count: number }) => string;
  onlyRank: (values: { name: string }) => string;
};

export const discordRolesWords = defineWords<DiscordRolesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
