import { screens } from '../../support/dashboard/screens.ts';
import { testTexts } from './screen-texts.ts';

// The other states are in `texts.all.test.ts`.
testTexts(screens.map((screen) => ({ name: screen.name, screen, state: 'full' })));
