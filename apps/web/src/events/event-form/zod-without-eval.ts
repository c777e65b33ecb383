/**
 * Import this before any contract: otherwise zod tries to compile code from strings, which the page's policy refuses.
 */
import { z } from 'zod';

z.config({ jitless: true });
