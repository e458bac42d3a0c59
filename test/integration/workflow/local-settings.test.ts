import { endingRows, factors, withoutEnding } from '../../support/local-settings.ts';
import { buildLevelRows } from '../../support/pairwise.ts';
import { testLocalScans } from './local-scans.ts';

/** Every level of every setting of `a11y-scan local`. */
testLocalScans({
  'that end no scan early': buildLevelRows(withoutEnding(factors)),
  'that end a scan early': endingRows,
});
