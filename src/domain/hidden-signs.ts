/** Invisible signs and signs that turn the direction of writing, wherever they stand; the joiners that some scripts need are none. */
export const hiddenSigns = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
