/** Returns a text as a cell of CSV (RFC 4180), in quotation marks where the text would not be read as it is. */
export const csvCell = (text: string, separator = ','): string =>
  text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
