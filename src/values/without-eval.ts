import * as z from 'zod/mini';

/** Stops zod from using `eval`, which the page's policy forbids and reports; imported before any schema is created. */
z.config({ jitless: true });
