interface Rows {
  get(id: string): Promise<{ title: string } | undefined>;
}

/** What a call changes, as the person knows it, and what it is to be. */
export async function changedRow(input: { id?: string | undefined; action: string }, rows: Rows): Promise<string> {
  const { id = '' } = input;
  const row = await rows.get(id);
  const lines = Object.entries(input).filter(
    ([field, value]) => field !== 'id' && field !== 'action' && value !== undefined,
  );
  const shown = lines.map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [row ? `“${row.title}”` : id, ...shown].join('\n');
}
