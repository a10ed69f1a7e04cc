import * as z from 'zod/mini';

/** Any JSON value. Its depth is limited where it is read (planfile, tools), not here. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export const Json: z.ZodMiniType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)]),
);

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;

/** The value of a JSON text; undefined where the text is not valid JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object, but neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
