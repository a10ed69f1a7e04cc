import * as z from 'zod/mini';

/** Any JSON value. Depth is limited where it enters (planfile, tools), not here. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export const Json: z.ZodMiniType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)]),
);

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;
