import { withKeysElided } from './address-keys.ts';
import { percentDecoded } from './percent-decoded.ts';

/** A character of two to four bytes, percent-encoded as in UTF-8. */
const encoded = /%(?:[CD][\dA-F]|E[\dA-F]%[89AB][\dA-F]|F[0-7]%[89AB][\dA-F]%[89AB][\dA-F])%[89AB][\dA-F]/gi;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const readable = /^[\p{L}\p{N}，。、；！？（）《》“”‘’「」—…·]$/u;
const invisibleCharacter = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Returns an address for people: letters and digits outside of ASCII are decoded, so that Chinese can be read. All else
 * stays encoded: what would change the parts of the address (`%2F`, `%3F`, `%23`, `%25`, `%20`), what is not seen, and
 * what is read from right to left. An address that is cut off may end in an incomplete escape, which stays.
 */
export function wholeReadableAddress(address: string): string {
  return address.replace(encoded, (escape) => {
    const sign = percentDecoded(escape);
    return readable.test(sign) && !rightToLeft.test(sign) && !invisibleCharacter.test(sign) ? sign : escape;
  });
}

/** Returns an address for people as `wholeReadableAddress`, without the keys in its query. */
export const readableAddress = (address: string): string => wholeReadableAddress(withKeysElided(address));
