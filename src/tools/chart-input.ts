import * as z from 'zod';
import type { Json } from '../domain/json.ts';
import { fileNameFault } from './file-name-fault.ts';

const named = (name: string) => {
  const plain = name.normalize('NFC').replace(/^(\.\/)+/, '');
  return /\.\w+$/.test(plain) ? plain : `${plain}.svg`;
};

/** What the tool for charts is given. */
export const chartInput = z
  .object({
    type: z.enum(['line', 'bar', 'area', 'point', 'pie']),
    rows: z
      .custom<Json>()
      .optional()
      .meta({ type: 'string', description: 'the data as a JSON list of row objects, in place of file' }),
    file: z.string().optional().describe('name or id of a CSV or JSON file of this session that holds the rows'),
    x: z.string().optional().describe('column along the bottom, or of the names of slices; the first if left out'),
    y: z
      .array(z.string())
      .optional()
      .describe('columns of numbers, one series each; all that hold numbers if left out'),
    title: z.string().max(200, 'must be 200 characters at most').optional(),
    stacked: z.boolean().optional().describe('for bar and area: the series stand on one another'),
    name: z.string().overwrite(named).optional().describe('name of the file, chart.svg if left out'),
  })
  .superRefine(({ rows, file, name }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    if (rows === undefined && !file) wrong('it needs the “rows”, or the “file” that holds them');
    const fault = name ? fileNameFault(name) : null;
    if (fault) wrong(fault);
    else if (name && !/\.svg$/i.test(name)) wrong(`the name “${name}” must end in .svg; the person can save it as PNG`);
  });
export type ChartInput = z.output<typeof chartInput>;
