import * as z from 'zod/mini';

/** Imported before any schema is made: zod would try `eval`, which the page's policy forbids and reports. */
z.config({ jitless: true });
