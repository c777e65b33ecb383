/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type RolesWords = {
  tabs: {
    label: string;
    members: string;
    people: string;
    teams: string;
    roles: string;
    invites: string;
    audit: string;
  };
  permissions: {
    canManageGuild: {
      name: string;
      hint: string;
    };
    canManageRoles: {
      name: string;
      hint: string;
    };
    canManageEvents: {
      name: string;
      hint: string;
    };
    canManageContent: {
      name: string;
      hint: string;
    };
    canManageRoster: {
      name: string;
      hint: string;
    };
    canManageLoot: {
      name: string;
      hint: string;
    };
    canSyncRoster: {
      name: string;
      hint: string;
    };
    canViewOfficerData: {
      name: string;
      hint: string;
    };
    canInviteMembers: {
      name: string;
      hint: string;
    };
    canViewRoster: {
      name: string;
      hint: string;
    };
  };
  members: {
    title: string;
    lead: string;
    search: string;
    role: string;
    anyRole: string;
    count: (values: { shown: number; all: number }) => string;
    none: string;
    more: (values: { count: number }) => string;
    you: string;
    noCharacter: string;
    since: (values: { date: string }) => string;
    actionsFor: (values: { name: string }) => string;
    changeRoles: string;
    remove: string;
    removeQuestion: (values: { name: string }) => string;
    removeConsequence: string;
    removed: (values: { name: string }) => string;
    rolesOf: (values: { name: string }) => string;
    byRank: (values: { ranks: string }) => string;
    noRoles: string;
    founderQuestion: (values: { name: string; role: string }) => string;
    founderConsequence: (values: { guild: string }) => string;
    founderVerb: string;
    done: string;
  };
  matrix: {
    title: string;
    lead: string;
    role: string;
    actions: string;
    cell: (values: { role: string; permission: string }) => string;
    yes: string;
    no: string;
    characters: (values: { count: number }) => string;
    people: (values: { count: number }) => string;
    above: string;
    lacking: string;
    founderKeeps: string;
    nothing: string;
    explained: string;
    meanwhile: string;
    changed: (values: { count: number }) => string;
    discard: string;
    review: string;
    newRole: string;
    newHint: string;
    name: string;
    create: string;
    rename: string;
    renameTitle: (values: { name: string }) => string;
    delete: string;
    deleteQuestion: (values: { name: string }) => string;
    deleteConsequence: string;
    stillHeld: (values: { count: number }) => string;
    actionsFor: (values: { name: string }) => string;
  };
  preview: {
    title: string;
    nobody: string;
    gain: (values: { count: number }) => string;
    lose: (values: { count: number }) => string;
    more: (values: { count: number }) => string;
    back: string;
    save: string;
    saved: string;
    changedMeanwhile: string;
  };
  audit: {
    title: string;
    lead: string;
    filter: string;
    everything: string;
    none: string;
    newer: string;
    older: string;
    by: (values: { name: string }) => string;
    byItself: string;
    settings: {
      visibility: string;
      timeZone: string;
      locale: string;
      recruiting: string;
      attendance: string;
      chat: string;
    };
    because: {
      roster: string;
      membership_ended: string;
      returned: string;
    };
    actions: {
      organization_created: string;
      organization_updated: string;
      organization_archived: string;
      organization_restored: string;
      settings_changed: string;
      role_created: string;
      role_updated: string;
      role_deleted: string;
      role_permissions_changed: string;
      role_granted: string;
      role_withdrawn: string;
      team_lead_named: string;
      team_lead_dismissed: string;
      invite_created: string;
      invite_revoked: string;
      member_joined: string;
      member_left: string;
      member_removed: string;
      founder_passed_on: string;
      guild_missing: string;
      guild_gone: string;
      claim_displaced: string;
      claim_rejected: string;
      transfer_decided: string;
      guild_continued: string;
      chat_server_confirmed: string;
      channel_bound: string;
      binding_changed: string;
      channel_unbound: string;
      webhook_created: string;
      webhook_changed: string;
      webhook_deleted: string;
      webhook_stopped: string;
      service_created: string;
      service_changed: string;
      service_deleted: string;
      service_token_created: string;
      service_token_revoked: string;
      service_stopped: string;
      absence_added: string;
      absence_removed: string;
      discord_role_rule_created: string;
      discord_role_rule_enabled: string;
      discord_role_rule_disabled: string;
      discord_role_rule_deleted: string;
      discord_role_rule_stopped: string;
      discord_roles_synced: string;
      discord_roles_held: string;
      discord_roles_released: string;
    };
  };
};

export const rolesWords = defineWords<RolesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
