import type { AlertMessage } from '../../core/alerts/message.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { escapeLine } from '../../core/text/line.ts';
import { renderMailHtml } from './html.ts';
import { renderMailText } from './text.ts';
import { lengths, type UnsubscribeLink } from './words.ts';

/**
 * Returns a message as a mail: one subject, the same content as plain text and as HTML.
 * @param unsubscribe null for mail that cannot be switched off
 */
export function renderMail(
  message: AlertMessage,
  unsubscribe: UnsubscribeLink | null,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  return {
    subject: renderSubject(message.title),
    text: renderMailText(message, unsubscribe),
    html: renderMailHtml(message, unsubscribe),
  };
}

/**
 * Returns a text as a subject: one line without active characters. A name must not be an encoded word (RFC 2047), which
 * mail programs would show as another text.
 */
function renderSubject(title: string): string {
  return escapeLine(title, lengths.title).replaceAll('=?', '= ?');
}
