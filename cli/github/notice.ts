import { githubCommand } from '../terminal/log-commands.ts';
import { escapeLogLine } from '../terminal/log-text.ts';

/** A line that GitHub shows above the log, without failing anything. */
export function noticeOf(title: string, message: string): string {
  return githubCommand('notice', { title: escapeLogLine(title) }, escapeLogLine(message));
}
