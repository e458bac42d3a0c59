import { navigationAttacks } from './navigation-attacks.ts';
import { testAttacks } from './test-attacks.ts';

testAttacks('a navigation out of the page', navigationAttacks);
