import type { WireResponse } from '../gateway/response.ts';

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 26rem; padding: 1rem; }
label { display: block; font-weight: bold; }
input, button { box-sizing: border-box; font: inherit; min-height: 2.75rem; padding: 0.5rem 0.75rem; width: 100%; }
button { margin-top: 1rem; }
[role='alert'] { border-inline-start: 0.25rem solid; padding-inline-start: 0.75rem; }
`;

/**
 * Returns a page of the local provider of identities.
 * @param main HTML of the content, with its heading
 */
export function buildPage(
  statusCode: number,
  title: string,
  main: string,
  returnOrigin: string,
): WireResponse {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – local provider of identities</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return {
    statusCode,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      // The redirects after a sign-in form are checked too.
      [
        'Content-Security-Policy',
        `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${returnOrigin}; base-uri 'none'; frame-ancestors 'none'`,
      ],
      ['Cache-Control', 'no-store'],
      ['Referrer-Policy', 'same-origin'],
    ],
    body: Buffer.from(html),
  };
}

/** Returns the content of the page on which a person signs in. There is no password: it is for one machine. */
export function renderSignIn(action: string, email: string, problem?: string): string {
  const alert = problem === undefined ? '' : `<p role="alert" id="problem">${escapeHtml(problem)}</p>\n`;
  const described = problem === undefined ? 'hint' : 'hint problem';
  const invalid = problem === undefined ? '' : ' aria-invalid="true"';
  return `<h1>Sign in</h1>
${alert}<form method="post" action="${escapeHtml(action)}" novalidate>
<label for="email">Email</label>
<p id="hint">This provider runs on your machine and asks for no password. Each address is a person.</p>
<input id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(email)}" aria-describedby="${described}"${invalid}>
<button type="submit">Sign in</button>
</form>`;
}

/** Returns the content of a page that says that something did not work. */
export function renderFailure(text: string, returnOrigin: string): string {
  return `<h1>Sign-in did not work</h1>
<p role="alert">${escapeHtml(text)}</p>
<p><a href="${escapeHtml(returnOrigin)}/">Back to the dashboard</a></p>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
