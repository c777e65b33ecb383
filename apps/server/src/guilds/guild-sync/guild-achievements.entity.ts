import type { AchievementCategory, AchievementEarned } from '@guildhall/contracts/guild.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** Achievements of a guild in the game, as last fetched. Shown as a whole, hence stored as a whole. */
export const GuildAchievements = defineEntity({
  name: 'GuildAchievements',
  properties: {
    organization: () => p.manyToOne(Organization).primary().deleteRule('cascade'),
    totalQuantity: p.integer(),
    totalPoints: p.integer(),
    categories: p.json<AchievementCategory[]>(),
    recent: p.json<AchievementEarned[]>(),
    syncedAt: instant(),
    lastModified: p.text().nullable(),
  },
});
