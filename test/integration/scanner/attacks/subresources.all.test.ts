import { subresourceAttacks } from './subresource-attacks.ts';
import { testAttacks } from './test-attacks.ts';

testAttacks('a subresource of a page', subresourceAttacks);
