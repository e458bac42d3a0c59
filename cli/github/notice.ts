import { inertLine } from '../terminal/inert-text.ts';
import { githubCommand } from '../terminal/log-commands.ts';

/** A line that GitHub shows above the log, without failing anything. */
export function noticeOf(title: string, message: string): string {
  return githubCommand('notice', { title: inertLine(title) }, inertLine(message));
}
