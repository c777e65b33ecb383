/** Imported before any contract: zod would else try to make code from strings, which the policy of the page refuses. */
import { z } from 'zod';

z.config({ jitless: true });
