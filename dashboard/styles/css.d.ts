/** esbuild adds the style sheet to the files of the dashboard. */
declare module '*.css';
