/** The session that the page's address names (`#/s/<id>`), or null. It only opens what exists; it starts nothing (R13.4). */
export const sessionAddress = {
  read(hash: string): string | null {
    const found = /^#\/s\/([\w.~-]{1,200})$/.exec(hash);
    return found?.[1] ?? null;
  },
  write(id: string | null): string {
    return id === null ? '#/' : `#/s/${id}`;
  },
};
