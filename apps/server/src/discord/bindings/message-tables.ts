/** The tables of messages about events: posts, and the replies to them. */
export const REPLY_TABLES = ['lineup_post', 'night_post'] as const;
export const MESSAGE_TABLES = ['event_post', ...REPLY_TABLES] as const;
export type MessageTable = (typeof MESSAGE_TABLES)[number];
