import * as z from 'zod';

/** One field of a tool's input, with the properties that are used to read inputs. */
export interface ToolInputField {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: ToolInputField;
  description?: string;
}

/** The JSON Schema of a tool's input: an object at the root. */
export interface InputSchema extends Record<string, unknown> {
  type: 'object';
  properties: Record<string, ToolInputField>;
  required: string[];
}

/** Returns the JSON Schema for the model; `oneOf` becomes `anyOf`, which strict endpoints require. */
export function inputSchema(schema: z.ZodObject): InputSchema {
  const { properties, required } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (!jsonSchema.oneOf) return;
      jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
    },
  });
  return { type: 'object', properties: properties as Record<string, ToolInputField>, required: required ?? [] };
}
