import { achievementAt, earnedBy, pointsEach } from '../world-achievements.ts';
import type { Guild } from '../world-model.ts';
import { guildReference } from './guild-documents.ts';
import { type Document, guildLink, type Scene, staticLink } from './scene.ts';

const threeHours = 10_800;
const recentCount = 10;

/** Names are plain strings here, whatever the locale. */
function achievementReference(scene: Scene, { id, name }: { id: number; name: string }) {
  return { key: staticLink(scene, 'achievement', id), name, id };
}

/** `/data/wow/guild/{realm}/{guild}/achievements`: the earned ones, and the next one in progress. */
export function guildAchievements(scene: Scene, guild: Guild): Document {
  return {
    schema: 'guild-achievement-summary',
    modified: guild.lastModified,
    maxAge: threeHours,
    cacheKey: null,
    body: () => {
      const earned = earnedBy(guild);
      const next = achievementAt(earned.length);
      return {
        _links: { self: guildLink(scene, guild, 'achievements') },
        guild: guildReference(scene, guild),
        total_quantity: earned.length,
        total_points: guild.achievementPoints,
        achievements: [
          ...earned.map((entry) => ({
            id: entry.id,
            achievement: achievementReference(scene, entry),
            criteria: { id: entry.id * 10, amount: 1, is_completed: true },
            completed_timestamp: entry.completedAt,
          })),
          {
            id: next.id,
            achievement: achievementReference(scene, next),
            criteria: { id: next.id * 10, amount: 0, is_completed: false },
          },
        ],
        category_progress: [...Map.groupBy(earned, ({ category }) => category)].map(([category, inIt]) => ({
          category: { key: staticLink(scene, 'achievement-category', category.id), ...category },
          quantity: inIt.length,
          points: inIt.length * pointsEach,
        })),
        recent_events: earned.slice(0, recentCount).map((entry) => ({
          achievement: achievementReference(scene, entry),
          timestamp: entry.completedAt,
        })),
      };
    },
  };
}

/**
 * `/data/wow/guild/{realm}/{guild}/activity`. Always without activity, as in the recording: the platform then leaves
 * `activities` out.
 */
export function guildActivity(scene: Scene, guild: Guild): Document {
  return {
    schema: 'guild-activity',
    modified: guild.lastModified,
    maxAge: threeHours,
    cacheKey: null,
    body: () => ({
      _links: { self: guildLink(scene, guild, 'activity') },
      guild: guildReference(scene, guild),
    }),
  };
}
