/** The styles of a mail, with the colors of the dashboard. Mail programs may ignore any of them. */
export const MAIL_STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 16px; font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-size: 16px; line-height: 1.5; background: #ffffff; color: #1c2126; }
main, footer { max-width: 600px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.3; }
h2 { margin: 32px 0 0; font-size: 20px; line-height: 1.3; }
h3 { margin: 24px 0 8px; font-size: 16px; line-height: 1.5; }
p { margin: 8px 0; }
dl { margin: 8px 0; }
dt { margin: 4px 0 0; font-weight: bold; }
dd { margin: 0; }
code { font-family: ui-monospace, Consolas, monospace; font-size: 14px; }
.button { display: inline-block; margin: 24px 0; padding: 10px 16px; border-radius: 4px; background: #0b5568;
  color: #ffffff; font-weight: bold; text-decoration: none; }
footer { padding: 16px 0 0; border-top: 1px solid #767c83; }
a { color: #0b5568; }
@media (prefers-color-scheme: dark) {
  body { background: #1c2024; color: #e7e8e6; }
  a { color: #7fd0e4; }
  .button { background: #7fd0e4; color: #0d1a1e; }
}
`;
