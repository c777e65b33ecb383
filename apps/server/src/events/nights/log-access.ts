/** Warcraft Logs as the service reaches it, and its failures in words. */
import type { LogHost } from '@guildhall/contracts/night.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { WarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import { WarcraftLogsError } from '@guildhall/warcraftlogs/errors.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import { Postponed } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';

const unreadable = (reason: 'report_private' | 'report_archived' | 'report_of_another_game', message: string) =>
  new AppError('UNPROCESSABLE_CONTENT', reason, message);

/** Throws CONFLICT where the installation has no credentials. */
export function logsOf({ warcraftLogs }: AppContext): WarcraftLogs {
  if (warcraftLogs) return warcraftLogs;
  throw conflict(
    'log_source_not_configured',
    'This installation reads no logs. Ask its administrator for credentials of Warcraft Logs.',
  );
}

/** Translates what Warcraft Logs refuses. */
export async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof WarcraftLogsError ? refusalOf(error) : error;
  }
}

/** The failure of a request that a job made. Throws Postponed where no points are left, and what is no answer of the platform. */
export function failureOf(error: unknown): WarcraftLogsError {
  if (!(error instanceof WarcraftLogsError)) throw error;
  if (error.kind === 'out_of_points' || error.kind === 'limited') {
    throw new Postponed(error.message, error.retryAfterMs ?? 60_000);
  }
  return error;
}

function refusalOf({ kind, retryAfterMs = 60_000 }: WarcraftLogsError): AppError {
  switch (kind) {
    case 'not_found':
      return noReport('Warcraft Logs has no such report. Check the link.');
    case 'private':
      return unreadable(
        'report_private',
        'This report is private. Set it to public or unlisted on Warcraft Logs first.',
      );
    case 'archived':
      return unreadable('report_archived', 'Warcraft Logs has archived this report and shows it to subscribers alone.');
    default: {
      const seconds = Math.ceil(retryAfterMs / 1_000);
      return new AppError(
        'SERVICE_UNAVAILABLE',
        'log_tool_unavailable',
        `Warcraft Logs gives us no answer now. Try again in ${Math.ceil(seconds / 60)} min.`,
        { retryAfterSeconds: seconds },
      );
    }
  }
}

export const noReport = (message = 'There is no such report.') => notFound('report_not_found', message);

export const ofAnotherGame = () =>
  unreadable('report_of_another_game', 'This report is of another version of the game than your guild plays.');

/** Classic guilds have reports on two sites. */
export const isHostOf = (host: LogHost, gameVersion: GameVersion | null) =>
  gameVersion === null || (host === 'www') === (gameVersion === 'retail');
