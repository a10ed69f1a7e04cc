/** A name of a file or folder, with or without an ending, that Windows keeps for itself. */
export const reservedName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
