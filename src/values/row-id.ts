/** True if a text is an id that tools give to a row or file; a person does not know a row by its id. */
export const isRowId = (text: string): boolean =>
  /^(?:todo|entry|note|file|step|plan)_[\da-z]{8,}(?:_text)?$/.test(text);
