import { refusedUrlAttacks } from './refused-url-attacks.ts';
import { testAttacks } from './test-attacks.ts';

testAttacks('a forbidden URL as the page to scan', refusedUrlAttacks);
