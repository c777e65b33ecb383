import type { EffectiveSettings, OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';

export const DEFAULT_SETTINGS = {
  visibility: 'public',
  timeZone: 'UTC',
  locale: 'en_US',
  recruiting: { open: false, roles: [], message: null },
  attendance: { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 },
  chat: { serverId: null, inviteChannelId: null },
} as const satisfies { [Key in keyof EffectiveSettings]: unknown };

/** Chat servers and the attendance rules are for members only. */
export function effectiveSettings(settings: OrganizationSettings, insider: boolean): EffectiveSettings {
  const { recruiting, attendance, chat, ...general } = DEFAULT_SETTINGS;
  return {
    ...general,
    ...settings,
    recruiting: { ...recruiting, roles: [], ...settings.recruiting },
    attendance: insider ? { ...attendance, ...settings.attendance } : null,
    chat: insider ? { ...chat, ...settings.chat } : null,
  };
}
