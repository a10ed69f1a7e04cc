/** The rows under a head as objects by column; cells that are missing are empty, what has no column is left out. */
export function tableRows([head = [], ...body]: readonly (readonly string[])[]): Record<string, string>[] {
  const columns = head.map((name) => name.trim());
  return body.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]?.trim() ?? ''])));
}
