import * as z from 'zod';
import { webAddress } from './web-address.ts';

/** What the tool for the web is given. */
export const fetchInput = z
  .object({
    url: z.string().describe('full address, such as https://example.org/page'),
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .optional()
      .describe('GET if left out; the person is asked about all others each time'),
    body: z.string().optional().describe('what is sent with POST, PUT or PATCH'),
  })
  .superRefine(({ url, method = 'GET', body }, context) => {
    const address = webAddress(url);
    if (!address.ok) context.addIssue({ code: 'custom', message: address.reason, path: ['url'] });
    if (body !== undefined && (method === 'GET' || method === 'DELETE'))
      context.addIssue({
        code: 'custom',
        message: `${method} sends no “body”: leave it out, or use POST`,
        path: ['body'],
      });
  });
export type FetchInput = z.output<typeof fetchInput>;

/** Whether the call only reads: it needs no more than leave to visit the site, and can be made again. */
export function onlyReads({ method = 'GET' }: FetchInput): boolean {
  return method === 'GET';
}
