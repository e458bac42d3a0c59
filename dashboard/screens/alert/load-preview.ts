import { loadPart } from '../../parts/load-part.tsx';
import type { PreviewProps } from './preview.tsx';

/** The preview of an alert, which has a script of its own. */
export const Preview = loadPart<PreviewProps>(async () => (await import('./preview.tsx')).Preview);
