/** Invented guild achievements worth ten points each, so that a guild's points tell how many it has earned. */
import type { GuildRecord } from './world-model.ts';

export type AchievementCategory = { id: number; name: string };
export type Achievement = { id: number; name: string; category: AchievementCategory };
type EarnedAchievement = Achievement & { completedAt: number };

const categories: readonly AchievementCategory[] = [
  { id: 90_100, name: 'General' },
  { id: 90_101, name: 'Quests' },
  { id: 90_102, name: 'Dungeons and Raids' },
  { id: 90_103, name: 'Professions' },
  { id: 90_104, name: 'Reputation' },
];
const deeds = ['Hearth', 'Banner', 'Anvil', 'Crossroads', 'Lighthouse', 'Summit', 'Orchard'];
export const pointsEach = 10;
const week = 7 * 86_400_000;

/** The achievement with this number, counted from 0 without end. */
export function achievementAt(index: number): Achievement {
  const category = categories[index % categories.length] ?? { id: 90_100, name: 'General' };
  return {
    id: 94_000 + index,
    name: `${deeds[index % deeds.length]} ${Math.floor(index / deeds.length) + 1}`,
    category,
  };
}

/** The guild's achievements, latest first: one a week back from the last change, or from an earlier one. */
export function earnedBy({ achievementPoints, achievedAt, createdAt }: Readonly<GuildRecord>): EarnedAchievement[] {
  const count = Math.floor(achievementPoints / pointsEach);
  const apart = Math.min(week, Math.floor((achievedAt - createdAt) / (count + 1)));
  return Array.from({ length: count }, (_, index) => ({
    ...achievementAt(count - 1 - index),
    completedAt: achievedAt - index * apart,
  }));
}
