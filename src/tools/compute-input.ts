import * as z from 'zod';
import type { Json } from '../domain/json.ts';
import { fileNameFault } from './file-name-fault.ts';

const longestCode = 100_000;

/** What the tool for computing is given. */
export const computeInput = z
  .object({
    code: z
      .string()
      .min(1, 'must hold a program')
      .max(longestCode, `must be ${longestCode} characters at most`)
      .describe(
        "JavaScript; the value of its last expression is the result, or what it returns. `data` is the data given, else what the first file holds: CSV and tables as a list of row objects (values are texts), JSON as its value. files['name'] is a file's text; csv(text) and tables(text) give rows",
      ),
    files: z.array(z.string()).optional().describe('names or ids of files of this session that the program works on'),
    data: z.custom<Json>().optional().meta({ type: 'string', description: 'data for the program, as JSON' }),
    save_as: z
      .string()
      .overwrite((name) => name.normalize('NFC').replace(/^(\.\/)+/, ''))
      .optional()
      .describe('name of a file to write the result to, such as data.csv (from rows), result.json or notes.md'),
  })
  .superRefine(({ save_as }, context) => {
    const fault = save_as ? fileNameFault(save_as) : null;
    if (fault) context.addIssue({ code: 'custom', message: fault.replace('“name”', '“save_as”'), path: ['save_as'] });
  });
export type ComputeInput = z.output<typeof computeInput>;
