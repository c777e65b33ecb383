/** The achievements of a character that has nearly all of them: some 1.5 MB. */

const ACHIEVEMENTS = 3800;
const CRITERIA = 4;

export function achievementsOfMany(): object {
  const href = 'https://platform.example.com/data/wow/achievement/1?namespace=static-12.0.1_65617-us';
  const reference = (id: number) => ({ key: { href }, name: `Achievement number ${id}`, id });
  return {
    total_quantity: ACHIEVEMENTS,
    total_points: ACHIEVEMENTS * 10,
    achievements: Array.from({ length: ACHIEVEMENTS }, (_, id) => ({
      id,
      achievement: reference(id),
      criteria: {
        id,
        is_completed: true,
        child_criteria: Array.from({ length: CRITERIA }, (_, index) => ({
          id: id * 10 + index,
          amount: 1,
          is_completed: true,
        })),
      },
      completed_timestamp: 1_700_000_000_000 + id,
    })),
    category_progress: Array.from({ length: 113 }, (_, id) => ({
      category: reference(id),
      quantity: 30,
      points: 300,
    })),
    recent_events: Array.from({ length: 10 }, (_, id) => ({
      achievement: reference(id),
      timestamp: 1_700_000_000_000,
    })),
  };
}
