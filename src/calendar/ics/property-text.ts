import { icsParameter, icsValue, type IcsLine } from './ics-components.ts';

/**
 * Returns the text of a property without the escapes of RFC 5545, and with the bytes that vCalendar wrote as `=C3=B6`
 * decoded.
 */
export function icsPropertyText(line: IcsLine): string {
  const value = icsValue(line);
  const isQuoted = icsParameter(line, 'ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
  const text = isQuoted ? ofBytes(value, icsParameter(line, 'CHARSET')) : value;
  return text.replace(/\\(.)/gs, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** Decodes a quoted-printable text. */
function ofBytes(text: string, charset = 'utf-8'): string {
  const bytes = Array.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  );
  if (bytes.some((sign) => sign > '\u00ff')) return text;
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)));
  } catch {
    return text;
  }
}
